// The plane's arithmetic. Places are whole numbers up to 200 on a grid, so sums and products are exact, and a score of 0 is 0.
const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
const cross = (a, b) => a[0] * b[1] - a[1] * b[0];
const gcd = (a, b) => (b ? gcd(b, a % b) : Math.abs(a));
const reduced = numbers => {
  const common = numbers.reduce(gcd, 0) || 1;
  return numbers.map(one => one / common);
};
// Fractions are pairs; their products may be beyond 2⁵³.
const compare = ([a, b], [c, d]) => {
  const difference = BigInt(a) * BigInt(d) - BigInt(c) * BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

const MOST_MISTAKES = 1000;

// Is a score s on an example with label y a mistake? The four rules differ at s = 0 alone.
const MISTAKE = {
  mistake: (s, y) => y * s <= 0,
  positive: (s, y) => (s >= 0) !== (y > 0),
  negative: (s, y) => (s > 0) !== (y > 0),
  correct: (s, y) => y * s < 0,
};

// The Perceptron on points [x₁, x₂, y] in their order: `rounds` counts all examples shown from 0, `path` holds θ before the first
// mistake and after each. It ends after so many passes (null: as many as it takes), after a clean one, or after 1000 mistakes.
const perceptron = (points, { passes = 1, ties = "mistake" } = {}) => {
  let theta = [0, 0], t = 0;
  const path = [theta], rounds = [];
  const over = (lap, converged, stopped) => ({ path, rounds, theta, k: rounds.length, passes: lap, shown: t, converged, stopped });
  for (let lap = 1; points.length; lap++) {
    const before = rounds.length;
    for (const point of points) {
      const wrong = MISTAKE[ties](dot(theta, point), point[2]);
      t++;
      if (!wrong) continue;
      theta = [theta[0] + point[2] * point[0], theta[1] + point[2] * point[1]];
      path.push(theta);
      rounds.push(t - 1);
      if (rounds.length === MOST_MISTAKES) return over(lap, false, true);
    }
    const clean = rounds.length === before;
    if (clean || lap === passes) return over(lap, clean, false);
  }
  return over(0, true, false);
};

// All signed points z = yx lie in one open half-plane if from one of them all others are less than half a turn to the left.
const separable = Z => !Z.length || Z.some(z => (z[0] || z[1]) && Z.every(other => {
  const side = cross(z, other);
  return side > 0 || (side === 0 && dot(z, other) > 0);
}));

// Whole weights above 0 of at most three points, as pairs [place, weight], with which the signed points add up to 0: then no θ has
// a positive score on all of them. Only for points that no line through 0 separates.
const balance = Z => {
  const weighed = pairs => {
    const weights = reduced(pairs.map(pair => pair[1]));
    return pairs.map(([i], at) => [i, weights[at]]);
  };
  const zero = Z.findIndex(z => !z[0] && !z[1]);
  if (zero >= 0) return [[zero, 1]];
  for (let j = 1; j < Z.length; j++) {
    for (let i = 0; i < j; i++) {
      if (cross(Z[i], Z[j]) === 0 && dot(Z[i], Z[j]) < 0) {
        const [a, b] = Z[i][0] ? [Z[j][0], Z[i][0]] : [Z[j][1], Z[i][1]];
        return weighed([[i, Math.abs(a)], [j, Math.abs(b)]]);
      }
    }
  }
  // 0 lies inside their hull, and so in a triangle with the first of them.
  for (let j = 1; j < Z.length; j++) {
    const c = cross(Z[0], Z[j]);
    for (let i = 1; c > 0 && i < Z.length; i++) {
      const a = cross(Z[j], Z[i]), b = cross(Z[i], Z[0]);
      if (a > 0 && b > 0) return weighed([[0, a], [j, b], [i, c]]);
    }
  }
  return null;
};

// The largest margin is the distance from 0 to the hull of the signed points. The hull's point nearest to 0 is one of them, or lies
// between two: `square` is γ², θ a whole normal, and `support` the points that hold the line in place.
const largestMargin = Z => {
  let best = null;
  const offer = (square, theta, support) => {
    if (!best || compare(square, best.square) < 0) best = { square, theta, support };
  };
  Z.forEach((z, i) => offer([dot(z, z), 1], z, [i]));
  for (let j = 1; j < Z.length; j++) {
    for (let i = 0; i < j; i++) {
      const way = [Z[j][0] - Z[i][0], Z[j][1] - Z[i][1]], area = cross(Z[i], way);
      if (dot(Z[i], way) < 0 && dot(Z[j], way) > 0) {
        offer([area * area, dot(way, way)], area > 0 ? [way[1], -way[0]] : [-way[1], way[0]], [i, j]);
      }
    }
  }
  return best && { square: reduced(best.square), theta: reduced([...best.theta]), support: best.support };
};

// All weight vectors of a run vote, each once for every moment at which it was in charge: before the first example, and after each.
// A score of 0 abstains. `sectors` are those of half a turn, from one direction to the next, with the lead of the votes for +; in
// the opposite ones the lead has the other sign.
const election = (Z, truth, { path, rounds, shown }) => {
  const votes = [...rounds, shown].map((t, j) => t - (j ? rounds[j - 1] : -1));
  const lead = place => path.reduce((sum, theta, j) => sum + votes[j] * Math.sign(dot(theta, place)), 0);
  const mean = [0, 1].map(i => path.reduce((sum, theta, j) => sum + votes[j] * theta[i], 0));
  const borders = path.slice(1).filter(([a, b]) => a || b).map(([a, b]) => reduced(a > 0 || (a === 0 && b < 0) ? [-b, a] : [b, -a]));
  const ways = [...new Map(borders.map(way => [way.join(), way])).values()].sort((a, b) => cross(b, a));
  const sectors = ways.map((from, i) => {
    const to = ways[i + 1] ?? ways[0].map(one => -one), middle = ways.length > 1 ? [from[0] + to[0], from[1] + to[1]] : [-from[1], from[0]];
    return { from, middle, to, lead: lead(middle) };
  });
  const errors = examples => {
    const wrong = score => examples.filter(z => score(z) <= 0).length;
    return { last: wrong(z => dot(path.at(-1), z)), vote: wrong(lead), mean: wrong(z => dot(mean, z)) };
  };
  return { votes, mean, sectors, wrong: errors(Z), truly: errors(truth) };
};

// The reach of a run along an arrow p, as long as the margin γ that is asked for. An example owes what its margin lacks of γ; debts
// and reach are in units of 1/|p|. In one pass k mistakes are possible only while kγ − S ≤ √k·R, S the sum of the debts.
const account = (Z, { path }, R2, p) => {
  const P = dot(p, p), debts = Z.map(z => Math.max(0, P - dot(p, z))), S = debts.reduce((sum, debt) => sum + debt, 0);
  const possible = k => k * P <= S || BigInt(k * P - S) ** 2n <= BigInt(k * P) * BigInt(R2);
  const crossing = (R2 + 2 * S + Math.sqrt(R2 * (R2 + 4 * S))) / (2 * P);
  let most = Math.floor(crossing) + 1;
  while (!possible(most)) most--;
  return { P, debts, S, owing: debts.filter(Boolean).length, reach: path.map(theta => dot(p, theta)), crossing, most };
};

// All that the plane says of points, a run on them and perhaps a θ set by hand, which may have a bias; of votes and reach if asked.
// Where a point of `clean` is, its label there is the true one.
// A line that may miss 0 separates if some w has a positive score on every difference of a positive and a negative point.
const study = ({ points, passes, ties, theta, bias = null }, { grain = 1, show = [], clean = [] } = {}) => {
  const signed = label => points.map(([a, b, y]) => [a, b].map(x => label(a, b, y) * x)), Z = signed((a, b, y) => y);
  const truth = signed((a, b, y) => clean.find(one => one[0] === a && one[1] === b)?.[2] ?? y);
  const run = perceptron(points, { passes, ties });
  const R2 = Math.max(0, ...points.map(point => dot(point, point)));
  const known = { n: points.length, positive: points.filter(point => point[2] > 0).length, Z, run, R2 };
  if (theta) {
    known.scores = points.map(point => dot(theta, point) + (bias ?? 0) * grain);
    const margins = points.map((point, i) => point[2] * known.scores[i]), worst = Math.min(...margins);
    known.right = margins.map(margin => margin > 0);
    known.wrong = known.right.filter(right => !right).length;
    known.margin = [worst * Math.abs(worst), dot(theta, theta)]; // squared, with its sign
  }
  if (show.includes("votes")) known.election = election(Z, truth, run);
  if (show.includes("reach")) known.account = account(Z, run, R2, theta);
  if (bias !== null) {
    const pairs = points.flatMap((p, i) => points.flatMap((q, j) => (p[2] > q[2] ? [[i, j]] : [])));
    const ways = pairs.map(([i, j]) => [points[i][0] - points[j][0], points[i][1] - points[j][1]]);
    if (separable(ways)) return { ...known, separable: true };
    const weights = new Map();
    for (const [at, weight] of balance(ways)) for (const i of pairs[at]) weights.set(i, (weights.get(i) ?? 0) + weight);
    return { ...known, separable: false, certificate: [...weights] };
  }
  if (!separable(Z)) return { ...known, separable: false, certificate: balance(Z) };
  const best = largestMargin(Z);
  if (!best) return { ...known, separable: true };
  return { ...known, separable: true, best, gamma2: best.square, bound: reduced([R2 * best.square[1], best.square[0]]) };
};
