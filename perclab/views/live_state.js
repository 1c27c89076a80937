// What the plane says: numbers as the course writes them, its sentence, what a task asks for, and a state that comes from elsewhere.
const number = value => {
  if (Math.abs(value) >= 1e4) return String(Math.round(value)).replace("-", "−");
  let text = value.toPrecision(4);
  // Of two that are equally near, Python takes the even one.
  const [digits, tail] = [value.toPrecision(25).replace(/^[-0.]*|\./g, ""), /^.{4}50*$/];
  if (tail.test(digits) && digits[3] % 2 === 0) text = String(+text - Math.sign(value) * 10 ** (Math.floor(Math.log10(Math.abs(value))) - 3));
  return String(+(+text).toPrecision(4)).replace("-", "−");
};
const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
const vector = (entries, grain) => `(${entries.map(one => number(one / grain)).join(", ")})`;
const written = ([a, b], grain) => vector([a, b], grain);

// The root of a fraction, of lengths on the grid: exact if it can be.
const root = ([p, q], grain) => number(Math.sqrt(p / q) / grain);

// The proof that nothing separates: weighted, the signed points add up to nothing, added up here again.
const balanced = ({ Z, certificate }, grain) => {
  const sum = Z[0].map((_, k) => certificate.reduce((total, [i, weight]) => total + weight * Z[i][k], 0));
  return `${certificate.map(([i, weight]) => `${weight}·${vector(Z[i], grain)}`).join(" + ")} = ${vector(sum, grain)}`;
};

const sentence = ({ theta, bias = null, step }, known, { grain, show, clean }) => {
  const { n, positive, run } = known;
  if (!n) return "No points yet.";
  const parts = [`${count(n, "point")}, ${positive} of them positive.`];
  if (theta && !known.account) {
    const named = bias === null ? `θ = ${written(theta, grain)}` : `The line with w = ${written(theta, grain)} and b = ${number(bias / grain)}`;
    parts.push(known.wrong
      ? `${named} gets ${known.wrong} of them wrong.`
      : `${named} classifies all of them correctly, with the margin ${root(known.margin, grain)}.`);
  } else if (step !== null && step < run.shown) {
    const made = run.rounds.filter(t => t < step).length;
    parts.push(`After ${step} of ${count(run.shown, "example")} the Perceptron has made ${count(made, "mistake")}: θ = ${written(run.path[made], grain)}.`);
  } else if (run.stopped) {
    parts.push(`After ${count(run.k, "mistake")}, in pass ${run.passes}, the Perceptron is stopped.`);
  } else {
    const clean = run.converged && run.passes > 1 ? ", the last one clean" : "";
    parts.push(`In ${count(run.passes, "pass")}${clean}, the Perceptron makes ${count(run.k, "mistake")}, and ends at θ = ${written(run.theta, grain)}.`);
  }
  if (known.election) {
    const { wrong: { last, vote, mean }, truly } = known.election;
    parts.push(`Of the points, the last line gets ${last} wrong, the vote ${vote}, and the mean ${mean}.`);
    if (clean) parts.push(`By the true labels these are ${truly.last}, ${truly.vote} and ${truly.mean}.`);
  }
  if (known.account) {
    const { P, S, owing, most } = known.account;
    parts.push(`Along ${written(theta, grain)}, the margin γ = ${root([P, 1], grain)} is asked for: ${count(owing, "point")} owe `
      + `${root([S * S, P], grain)} of it in all, so one pass makes at most ${count(most, "mistake")}.`);
  } else if (!known.separable) parts.push(`No line${bias === null ? " through 0" : ""} separates them.`);
  else if (bias !== null) parts.push("Some line separates them.");
  else if (show.includes("bound")) {
    const bound = number(known.bound[0] / known.bound[1]);
    parts.push(`R = ${root([known.R2, 1], grain)}, γ = ${root(known.gamma2, grain)}, and the bound (R/γ)² is ${bound}.`);
  } else if (show.includes("margin")) parts.push(`The largest margin is γ = ${root(known.gamma2, grain)}.`);
  else parts.push("Some line through 0 separates them.");
  return parts.join(" ");
};

// How many points have another label, another place, are new or are gone, whatever their order.
const changes = (before, after) => {
  const without = (points, others, same) => {
    const left = [...others];
    return points.filter(point => {
      const at = left.findIndex(other => same(point, other));
      return at < 0 || !left.splice(at, 1);
    });
  };
  const equal = (a, b) => a.join() === b.join(), placed = (a, b) => a[0] === b[0] && a[1] === b[1];
  const old = without(before, after, equal), fresh = without(after, before, equal);
  const gone = without(old, fresh, placed).length, come = without(fresh, old, placed).length;
  return {
    flipped: old.length - gone, moved: Math.min(gone, come), added: Math.max(0, come - gone), removed: Math.max(0, gone - come),
  };
};

// What a task may ask for, as fractions; lengths are squared, in units of the plane. Undefined is never what it asks for.
const quantities = (state, known, start, grain) => {
  const squared = square => square && [square[0], square[1] * grain * grain];
  const whole = {
    n: known.n, k: known.run.k, wrong: known.wrong, separable: +known.separable, ...changes(start.points, state.points),
    last: known.election?.wrong.last, vote: known.election?.wrong.vote,
    owing: known.account?.owing, most: known.account?.most, bias: state.bias ?? undefined,
  };
  const fractions = Object.entries(whole).filter(([, value]) => value !== undefined).map(([name, value]) => [name, [value, 1]]);
  return {
    ...Object.fromEntries(fractions),
    R: squared([known.R2, 1]), gamma: squared(known.gamma2), bound: known.bound, margin: squared(known.margin),
    S: known.account && squared([known.account.S ** 2, known.account.P]),
  };
};
const OPERATORS = { "<": c => c < 0, "<=": c => c <= 0, "=": c => c === 0, ">=": c => c >= 0, ">": c => c > 0 };
// A condition is [quantity, operator, fraction], or with "start" so many times what it was at the start.
const isDone = (task, now, first) => task.when.every(([name, operator, [p, q], start]) => {
  const value = now[name], goal = start ? first[name] && [p * first[name][0], q * first[name][1]] : [p, q];
  return value && goal && OPERATORS[operator](compare(value, goal));
});

const python = ({ points }, grain) => {
  const places = points.map(([a, b]) => `(${a / grain}, ${b / grain})`).join(", ");
  return `X, y = [${places}], [${points.map(point => point[2]).join(", ")}]`;
};

const MOST_POINTS = 60;

// A state from an address, if it is one: whoever wrote it.
const checked = (given, { reach, grain }) => {
  const whole = (value, most) => Number.isInteger(value) && Math.abs(value) <= most;
  const place = value => Array.isArray(value) && value.slice(0, 2).every(one => whole(one, reach * grain));
  const { points, passes = 1, ties = "mistake", theta = null, bias = null, step = null } = given ?? {};
  const good = Array.isArray(points) && points.length <= MOST_POINTS
    && points.every(point => place(point) && Math.abs(point[2]) === 1 && /^[A-Z]?$/.test(point.slice(3).join()))
    && (passes === null || (whole(passes, 1000) && passes > 0)) && Object.hasOwn(MISTAKE, ties)
    && (theta === null || (place(theta) && theta.length === 2 && theta.some(Boolean)))
    && (bias === null || whole(bias, reach * grain)) && (step === null || (whole(step, 1e6) && step >= 0));
  return good ? { points, passes, ties, theta, bias, step } : null;
};
