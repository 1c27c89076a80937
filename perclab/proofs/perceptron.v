(** * Novikoff's theorem, checked by a machine

    Chapter 4 checks every line of the proof on runs. Here Coq checks the proof itself, once for all runs: for any finite
    sequence of examples, in any number of dimensions, over the rational or the real numbers, and any rule that updates only
    where y(θ·x) ≤ 0.

    How to read it. A lemma is a statement, up to the full stop, and its proof, from [Proof] to [Qed]. Read the statements
    and leave the proofs to Coq, which takes no [Qed] unless each step follows from those before it. The lemmas [line_M],
    [line_1a], …, [line_3] are the lines of the ledger in its own letters. After [Proof using] stand the hypotheses that the
    proof needs; Coq refuses it if it uses another.

    [A -> B -> C] says that C follows from A and B; [/\] is "and", [forall x, …] "for every x", [==] that two numbers are
    equal, [In e l] that e is in the list l, [fun x => …] a function. A comment stands before what it is about.

    Numbers are those of any ordered field F (ordered_field.v), and vectors are whatever can be added, multiplied by numbers
    and has an inner product. So no root is taken, and nothing is assumed but what a statement names. *)

From Coq Require Import List Setoid Morphisms Ring Field Lia.
From perclab Require Import ordered_field.
Import ListNotations.

(** ** 1. Vectors *)

(** A label is +1 or −1. *)
Inductive label := pos | neg.

Definition sign {F : ordered_field} (y : label) : F := match y with pos => 1 | neg => - (1) end.
#[nonuniform] Coercion sign : label >-> numbers.

(** All that the proof needs to know of vectors: they can be added and multiplied by numbers, and two of them have a product
    u·v, which is linear, symmetric, and never negative for a vector with itself. The file numbers.v makes them of numbers. *)
Record space (F : ordered_field) := Space {
  vector :> Type;
  origin : vector;
  add : vector -> vector -> vector;
  scale : F -> vector -> vector;
  dot : vector -> vector -> F;
  dot_origin : forall v, dot origin v == 0;
  dot_add : forall u v w, dot (add u v) w == dot u w + dot v w;
  dot_scale : forall c u v, dot (scale c u) v == c * dot u v;
  dot_symmetric : forall u v, dot u v == dot v u;
  dot_nonneg : forall v, 0 <= dot v v
}.
Arguments origin {F s}.
Arguments add {F s}.
Arguments scale {F s}.
Arguments dot {F s}.
Arguments dot_origin {F}.
Arguments dot_add {F}.
Arguments dot_scale {F}.
Arguments dot_symmetric {F}.
Arguments dot_nonneg {F}.

Notation "u · v" := (dot u v) (at level 40, no associativity) : field_scope.
Notation "‖ v ‖²" := (dot v v) (at level 1, format "‖ v ‖²") : field_scope.

(** ** 2. The Perceptron *)

(** A sequence of examples x with their labels y. *)
Notation examples_in V := (list (vector _ V * label)).

(** A rule: given θ, x and y, are the weights θ to be updated? *)
Notation rule_for V := (vector _ V -> vector _ V -> label -> bool).

(** A rule is fair if it says yes only where y(θ·x) ≤ 0. *)
Definition fair {F} {V : space F} (rule : rule_for V) : Prop :=
  forall θ x y, rule θ x y = true -> y * (θ · x) <= 0.

(** The weights after a list of mistakes, the latest of which stands first: θ = Σ yx, added to those at the start. *)
Fixpoint weights_from {F} {V : space F} (start : V) (mistakes : examples_in V) : V :=
  match mistakes with
  | [] => start
  | (x, y) :: earlier => add (weights_from start earlier) (scale y x)
  end.

(** One example is shown: where the rule says yes, it is put before the earlier mistakes. *)
Definition learn {F} {V : space F} (start : V) (rule : rule_for V) (mistakes : examples_in V) (example : V * label) :
    examples_in V :=
  let (x, y) := example in
  if rule (weights_from start mistakes) x y then (x, y) :: mistakes else mistakes.

(** The run over a sequence of examples: all its mistakes. *)
Definition run_from {F} {V : space F} (start : V) (rule : rule_for V) (examples : examples_in V) : examples_in V :=
  fold_left (learn start rule) examples [].

(** Unless something else is said, a run starts from θ = 0. *)
Notation weights := (weights_from origin).
Notation run := (run_from origin).

(** The sum of a(x, y) over a list of examples. *)
Fixpoint total {F} {V : space F} (a : V -> label -> F) (examples : examples_in V) : F :=
  match examples with
  | [] => 0
  | (x, y) :: rest => a x y + total a rest
  end.

Section Runs.

Variable F : ordered_field.
Variable V : space F.
Implicit Types (start u v : V) (rule : rule_for V) (examples mistakes more : examples_in V) (a b : V -> label -> F).
Add Field F_field : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

Lemma sign_square (y : label) : (y : F)² == 1.
Proof. destruct y; cbn; ring. Qed.

Lemma dot_add_right u v w : u · (add v w) == u · v + u · w.
Proof. now rewrite dot_symmetric, dot_add, !(dot_symmetric V _ u). Qed.

Lemma dot_scale_right c u v : u · (scale c v) == c * (u · v).
Proof. now rewrite dot_symmetric, dot_scale, (dot_symmetric V v u). Qed.

(** (u·v)² ≤ ‖u‖²‖v‖², for ‖su + tv‖² is nowhere negative. *)
Lemma cauchy_schwarz u v : (u · v)² <= ‖u‖² * ‖v‖².
Proof.
  apply discriminant. intros s t. assert (form := dot_nonneg V (add (scale s u) (scale t v))).
  rewrite dot_add, !dot_add_right, !dot_scale, !dot_scale_right, (dot_symmetric V v u) in form. linear form.
Qed.

Lemma total_le a b examples : (forall x y, In (x, y) examples -> a x y <= b x y) -> total a examples <= total b examples.
Proof.
  induction examples as [| [x y] rest IH]; cbn; intros less; [apply le_refl |].
  apply both; [apply less | apply IH; intros; apply less]; auto.
Qed.

Lemma total_constant c examples : total (fun _ _ => c) examples == number examples * c.
Proof. unfold number. induction examples as [| [x y] rest IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_plus a b examples : total (fun x y => a x y + b x y) examples == total a examples + total b examples.
Proof. induction examples as [| [x y] rest IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_app a examples more : total a (examples ++ more) == total a examples + total a more.
Proof. induction examples as [| [x y] rest IH]; cbn; [ring | rewrite IH; ring]. Qed.

(** (Σa)² ≤ kΣa² for k numbers: Cauchy–Schwarz for (a₁, …, aₖ) and (1, …, 1). *)
Lemma total_square a examples : (total a examples)² <= number examples * total (fun x y => (a x y)²) examples.
Proof.
  apply (moved ((total a examples)²) (total (fun x y => (a x y)²) examples * number examples)); [| ring].
  apply discriminant. intros s t. unfold number. induction examples as [| [x y] rest IH]; cbn.
  - apply le_equal. ring.
  - linear (IH & square_nonneg F (s * a x y + t)).
Qed.

Lemma run_app start rule examples e : run_from start rule (examples ++ [e]) = learn start rule (run_from start rule examples) e.
Proof. unfold run_from. now rewrite fold_left_app. Qed.

(** Every mistake was made on one of the examples… *)
Lemma run_In start rule examples x y : In (x, y) (run_from start rule examples) -> In (x, y) examples.
Proof.
  induction examples as [| [x' y'] examples IH] using rev_ind; [easy |].
  rewrite run_app, in_app_iff. cbn. destruct rule; cbn; tauto.
Qed.

(** …on each at most once, so that a sum over the mistakes is at most the sum over the examples… *)
Lemma run_total start rule examples a :
  (forall x y, 0 <= a x y) -> total a (run_from start rule examples) <= total a examples.
Proof.
  intros nonneg. induction examples as [| [x y] examples IH] using rev_ind; [apply le_refl |].
  rewrite run_app, total_app. specialize (nonneg x y). cbn. destruct rule; cbn; [linear IH | linear (IH & nonneg)].
Qed.

(** …and where the rule said yes. *)
Lemma run_rule start rule examples later x y earlier :
  run_from start rule examples = later ++ (x, y) :: earlier -> rule (weights_from start earlier) x y = true.
Proof.
  revert later. induction examples as [| [x' y'] examples IH] using rev_ind; [now destruct later |].
  rewrite run_app. cbn. destruct (rule _ x' y') eqn:yes; [| apply IH].
  intros [| e later] same; injection same as; [congruence | now apply (IH later)].
Qed.

(** What grows by at most a(x, y) at every mistake has grown in the end by at most the sum of these. *)
Lemma adds_up (f : V -> F) a start mistakes :
  (forall later x y earlier, mistakes = later ++ (x, y) :: earlier ->
    f (weights_from start ((x, y) :: earlier)) <= f (weights_from start earlier) + a x y) ->
  f (weights_from start mistakes) <= f start + total a mistakes.
Proof.
  induction mistakes as [| [x y] earlier IH]; intros step; [apply le_equal; cbn; ring |].
  specialize (IH (fun later x' y' earlier' same => step ((x, y) :: later) x' y' earlier' (f_equal (cons (x, y)) same))).
  specialize (step [] x y earlier eq_refl). cbn [total]. linear (IH & step).
Qed.

(** *** One update: θ' = θ + yx *)

(** The product with any vector u grows by y(u·x). *)
Lemma product_grows start u x y mistakes :
  weights_from start ((x, y) :: mistakes) · u == weights_from start mistakes · u + y * (u · x).
Proof. cbn. now rewrite dot_add, dot_scale, (dot_symmetric V x). Qed.

(** The square grows by 2y(θ·x) + ‖x‖². *)
Lemma square_grows start x y mistakes :
  ‖weights_from start ((x, y) :: mistakes)‖² ==
    ‖weights_from start mistakes‖² + 2 * y * (weights_from start mistakes · x) + ‖x‖².
Proof.
  cbn. rewrite dot_add, !dot_add_right, !dot_scale, !dot_scale_right, (dot_symmetric V x).
  transitivity (‖weights_from start mistakes‖² + 2 * y * (weights_from start mistakes · x) + (y : F)² * ‖x‖²);
    [ring |]. rewrite sign_square. ring.
Qed.

End Runs.


(** ** 3. The ledger *)

Section Ledger.

(** Some numbers, some vectors, a fair rule, and a sequence of examples. *)
Variable F : ordered_field.
Variable V : space F.
Variable rule : rule_for V.
Hypothesis rule_fair : fair rule.
Variable examples : examples_in V.
Add Field F_field' : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

(** A separator θ*, of any length, which has every example on its right side by at least g > 0; and R², at least every ‖x‖². *)
Variables (θ_star : V) (g R2 : F).
Hypothesis g_positive : 0 < g.
Hypothesis margin : forall x y, In (x, y) examples -> y * (θ_star · x) >= g.
Hypothesis radius : forall x y, In (x, y) examples -> ‖x‖² <= R2.

Local Notation T := ‖θ_star‖².

(** *** One mistake *)
Section One_mistake.

(** It was made on the example x with label y, after the mistakes [earlier] and before the mistakes [later]. *)
Variables (later earlier : examples_in V) (x : V) (y : label).
Hypothesis made : run rule examples = later ++ (x, y) :: earlier.

(** The weights before and after it: θ⁽ᵏ⁾ and θ⁽ᵏ⁺¹⁾. *)
Local Notation θ := (weights earlier).
Local Notation θ' := (weights ((x, y) :: earlier)).

Lemma its_example : In (x, y) examples.
Proof using made. apply (run_In F V origin rule). rewrite made. apply in_elt. Qed.

(** It was a mistake: the score is not on the side of the label. *)
Lemma line_M : y * (θ · x) <= 0.
Proof using rule_fair made. apply rule_fair. now apply (run_rule F V origin rule examples later). Qed.

(** The update adds yx, so the product with θ* grows by y(θ*·x). *)
Lemma line_1a : θ' · θ_star == θ · θ_star + y * (θ_star · x).
Proof using. apply product_grows. Qed.

(** The separator has every example at least this far on its right side. *)
Lemma line_1b : y * (θ_star · x) >= g.
Proof using margin made. apply margin, its_example. Qed.

(** Cauchy–Schwarz: no product of two vectors exceeds that of their lengths. *)
Lemma line_CS : (θ' · θ_star)² <= T * ‖θ'‖².
Proof using. linear (cauchy_schwarz F V θ' θ_star). Qed.

(** Multiply out the square of the update; y² = 1. *)
Lemma line_2a : ‖θ'‖² == ‖θ‖² + 2 * y * (θ · x) + ‖x‖².
Proof using. apply square_grows. Qed.

(** The middle term is not above 0, because it was a mistake: drop it. *)
Lemma line_2b : ‖θ'‖² <= ‖θ‖² + ‖x‖².
Proof using rule_fair made. rewrite line_2a. linear (line_M & line_M). Qed.

(** No example is longer than R. *)
Lemma line_2c : ‖x‖² <= R2.
Proof using radius made. apply (radius x y), its_example. Qed.

End One_mistake.

(** *** All mistakes so far *)
Section All_mistakes.

(** This one was the k-th, and Pₖ is the sum of ‖x‖² over these k. *)
Variables (later earlier : examples_in V) (x : V) (y : label).
Hypothesis made : run rule examples = later ++ (x, y) :: earlier.

Local Notation θ' := (weights ((x, y) :: earlier)).
Local Notation k := (number ((x, y) :: earlier)).
Local Notation P := (total (fun x _ => ‖x‖²) ((x, y) :: earlier)).

Lemma k_positive : (0 : F) < k.
Proof using. rewrite number_cons. apply (lt_le_lt F _ 1); [apply one_positive | linear (number_nonneg F earlier)]. Qed.

(** One of these mistakes is a mistake of the run, so what was shown of one mistake holds for it. *)
Lemma one_of_them later' x' y' earlier' :
  (x, y) :: earlier = later' ++ (x', y') :: earlier' -> run rule examples = (later ++ later') ++ (x', y') :: earlier'.
Proof using made. intros same. now rewrite made, same, app_assoc. Qed.

(** The product began at 0 and has grown k times, each time by at least g. *)
Lemma line_1c : θ' · θ_star >= k * g.
Proof using margin made.
  assert (sum := adds_up F V (fun θ => - (θ · θ_star)) (fun _ _ => - g) origin ((x, y) :: earlier)).
  rewrite total_constant, dot_origin in sum. refine (moved _ _ _ _ (sum _) _); [| ring].
  intros later' x' y' earlier' this. rewrite line_1a. apply one_of_them, line_1b in this. linear this.
Qed.

(** The square began at 0 and has grown k times, by at most ‖x‖² ≤ R²; Pₖ adds these up. *)
Lemma line_2d : ‖θ'‖² <= P <= k * R2.
Proof using rule_fair radius made.
  split.
  - assert (sum := adds_up F V (fun θ => ‖θ‖²) (fun x _ => ‖x‖²) origin ((x, y) :: earlier)).
    rewrite dot_origin in sum. refine (moved _ _ _ _ (sum _) _); [| ring].
    intros later' x' y' earlier' this. now apply one_of_them, line_2b in this.
  - rewrite <- (total_constant F V). apply total_le. intros x' y' there.
    apply in_split in there as (later' & earlier' & this). now apply one_of_them, line_2c in this.
Qed.

(** Both sides of 1c squared, for kg is not below 0. *)
Lemma squared : (k * g)² <= (θ' · θ_star)².
Proof using margin g_positive made. apply square_le; [apply le_times; apply lt_le; [apply k_positive |] | apply line_1c]; auto. Qed.

(** Part 1 over part 2: the cosine between θ⁽ᵏ⁺¹⁾ and θ* is at least √k·γ/R. *)
Lemma line_cos : (θ' · θ_star)² * R2 >= k * g² * ‖θ'‖².
Proof using rule_fair margin radius g_positive made.
  assert (R2_nonneg : 0 <= R2) by (apply (le_le F _ ‖x‖²); [apply dot_nonneg | now apply (line_2c later earlier x y)]).
  assert (kg2_nonneg : 0 <= k * g²) by (apply le_times; [apply number_nonneg | apply square_nonneg]).
  assert (short : ‖θ'‖² <= k * R2) by (destruct line_2d; now apply (le_le F _ P)).
  linear (by_a_number R2 _ _ R2_nonneg squared & by_a_number (k * g²) _ _ kg2_nonneg short).
Qed.

(** 1c, CS and 2d in a row. *)
Lemma line_3 : k² * g² <= T * P <= T * k * R2.
Proof using rule_fair margin radius g_positive made.
  destruct line_2d as [short bounded]. assert (T_nonneg := dot_nonneg V θ_star). split.
  - linear (squared & line_CS earlier x y & by_a_number T _ _ T_nonneg short).
  - linear (by_a_number T _ _ T_nonneg bounded).
Qed.

End All_mistakes.

(** Divide by kg²: k ≤ TR²/g² = (R/γ)². If there was no mistake, k = 0; and there may be no example, so R² ≥ 0 is said. *)
Lemma mistake_bound : 0 <= R2 -> number (run rule examples) <= T * R2 / g².
Proof using rule_fair margin radius g_positive.
  intros R2_nonneg. assert (T_nonneg := dot_nonneg V θ_star).
  apply le_quotient; [now apply square_positive |].
  destruct (run rule examples) as [| [x y] earlier] eqn:made.
  - unfold number. cbn. linear (le_times F _ _ T_nonneg R2_nonneg).
  - apply (cancel _ _ _ (k_positive earlier x y)). destruct (line_3 [] earlier x y made) as [left right].
    linear (left & right).
Qed.

End Ledger.


(** ** 4. Data that no plane separates *)

Section Freund_Schapire.

Variable F : ordered_field.
Variable V : space F.
Variable rule : rule_for V.
Hypothesis rule_fair : fair rule.
Variable examples : examples_in V.
Add Field F_field'' : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

(** Any u, no longer than 1, and any γ > 0. Of the margin γ an example lacks d = max(0, γ − y(u·x)). *)
Variables (u : V) (γ R : F).
Definition lack (x : V) (y : label) : F := max 0 (γ - y * (u · x)).
Hypothesis u_short : ‖u‖² <= 1.
Hypothesis γ_positive : 0 < γ.
Hypothesis R_nonneg : 0 <= R.
Hypothesis radius : forall x y, In (x, y) examples -> ‖x‖² <= R².

Local Notation mistakes := (run rule examples).
Local Notation θ := (weights mistakes).
Local Notation k := (number mistakes).
Local Notation L := (total lack mistakes).

(** kγ − L ≤ θ·u, as in 1c: each mistake adds y(u·x) ≥ γ − d to the product. L = Σd, over the mistakes. *)
Lemma product_large : k * γ - L <= θ · u.
Proof using.
  assert (sum := adds_up F V (fun θ => - (θ · u)) (fun x y => lack x y + - γ) origin mistakes).
  rewrite total_plus, total_constant, dot_origin in sum. refine (moved _ _ _ _ (sum _) _); [| ring].
  intros later x y earlier _. rewrite product_grows. linear (max_r F 0 (γ - y * (u · x)) : _ <= lack x y).
Qed.

(** ‖θ‖² ≤ kR² is 2d. *)
Lemma weights_short : ‖θ‖² <= k * R².
Proof using rule_fair radius.
  destruct mistakes as [| [x y] earlier] eqn:made.
  - cbn. rewrite dot_origin. apply le_equal. ring.
  - destruct (line_2d F V rule rule_fair examples R² radius [] earlier x y made) as [short bounded].
    exact (le_le F _ _ _ short bounded).
Qed.

(** (θ·u)² ≤ kR², by Cauchy–Schwarz. *)
Lemma product_small : (θ · u)² <= k * R².
Proof using rule_fair radius u_short.
  linear (cauchy_schwarz F V θ u & by_a_number ‖θ‖² _ _ (dot_nonneg V θ) u_short & weights_short).
Qed.

Lemma lack_nonneg : 0 <= L.
Proof using. apply (le_le F _ (total (fun _ _ => 0) mistakes)).
  - rewrite total_constant. apply le_equal. ring.
  - apply total_le. intros. apply max_l.
Qed.

(** Freund and Schapire (claim N2). Let D² be at least the sum Σd² over the examples. *)
Section Squares.

Variable D : F.
Hypothesis D_nonneg : 0 <= D.
Hypothesis lacking : total (fun x y => (lack x y)²) examples <= D².

(** L² ≤ kΣd² ≤ kD²: Cauchy–Schwarz for sums, and the mistakes are some of the examples. *)
Lemma lack_small : L² <= k * D².
Proof using lacking.
  apply (le_le F _ _ _ (total_square F V _ _)). apply by_a_number; [apply number_nonneg |].
  refine (le_le F _ _ _ (run_total F V _ _ _ _ _) lacking). intros. apply square_nonneg.
Qed.

(** So kγ ≤ θ·u + L ≤ √k·R + √k·D. Squared, with no root: (kγ)² ≤ kR² + 2kRD + kD². Divide by kγ². *)
Lemma mistake_bound_with_lacks : k <= ((R + D) / γ)².
Proof using All.
  assert (k_nonneg := number_nonneg F mistakes).
  assert (small := product_small). assert (small' := lack_small).
  assert (mixed : θ · u * L <= k * (R * D)).
  { apply root_le; [apply le_times; [assumption | now apply le_times] |].
    linear (times_both F _ _ _ _ (square_nonneg F _) small (square_nonneg F _) small'). }
  assert (sum : (k * γ)² <= (θ · u + L)²).
  { apply square_le; [apply le_times; [assumption | now apply lt_le] | linear product_large]. }
  assert (γ_not_zero := lt_different F _ _ γ_positive).
  setoid_replace ((R + D) / γ)² with ((R + D)² / γ²) by now field.
  apply le_quotient; [now apply square_positive |].
  destruct (le_or_lt F k 0) as [none | some].
  - linear (by_a_number γ² _ _ (square_nonneg F γ) none & square_nonneg F (R + D)).
  - apply (cancel k); [assumption |]. linear (sum & small & mixed & mixed & small').
Qed.

End Squares.

(** The same with the sum itself (claim N9): if S² ≥ R² + 4γΣd, then √k is at most the larger root of γt² − Rt − Σd = 0. *)
Lemma mistake_bound_with_sum (S : F) : 0 <= S -> R² + 2 * 2 * γ * total lack examples <= S² -> k <= ((R + S) / (2 * γ))².
Proof using All.
  intros S_nonneg lacking. assert (γ_nonneg := lt_le F _ _ γ_positive). assert (two := two_positive F).
  assert (four_γ : 0 <= 2 * 2 * γ) by (repeat apply le_times; auto using lt_le).
  assert (L_less : L <= total lack examples) by (apply run_total; intros; apply max_l).
  assert (not_zero : ~ 2 * γ == 0).
  { intros zero. apply (lt_different F _ _ γ_positive), le_both; [| assumption]. apply (cancel 2); [assumption |].
    apply le_equal. rewrite zero. ring. }
  setoid_replace ((R + S) / (2 * γ))² with ((R + S)² / (2 * γ)²) by (field; split; auto using lt_different).
  apply le_quotient.
  { apply square_positive, lt_not_le. intros below. apply not_zero, le_both; [assumption | now apply le_times; apply lt_le]. }
  destruct (le_or_lt F ((2 * γ)² * k) ((R + S)²)) as [| more]; [assumption |].
  (** Suppose more, by E. Then kγ − L ≤ θ·u would make E² + 4ERS at most 0. *)
  set (E := (2 * γ)² * k - (R + S)²).
  assert (E_positive : 0 < E) by (unfold E; linear more). assert (E_nonneg := lt_le F _ _ E_positive).
  assert (RS := le_times F _ _ R_nonneg S_nonneg). assert (R2 := square_nonneg F R).
  assert (large : E + 2 * (R² + R * S) <= 2 * 2 * γ * (θ · u)).
  { unfold E. linear (lacking & by_a_number _ _ _ four_γ L_less & by_a_number _ _ _ four_γ product_large). }
  apply square_le in large; [| linear (E_nonneg & R2 & R2 & RS & RS)].
  assert (small := by_a_number _ _ _ (square_nonneg F (2 * 2 * γ)) product_small).
  enough (E² <= 0) by (rewrite square_positive in *; congruence).
  assert (ERS := le_times F _ _ E_nonneg RS). unfold E in *. linear (large & small & ERS & ERS & ERS & ERS).
Qed.

End Freund_Schapire.


(** ** 5. The theorems *)

Section Theorems.

(** Over any ordered field F, for vectors of any space V over it. *)
Variable F : ordered_field.
Variable V : space F.
Add Field F_field_5 : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

(** Block and Novikoff's (claim P1), in the ledger's words, with θ* of any length: k ≤ TR²/g². *)
Theorem novikoff (rule : rule_for V) (examples : examples_in V) (θ_star : V) (g R2 : F) :
  fair rule -> 0 < g -> 0 <= R2 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= g) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  number (run rule examples) <= ‖θ_star‖² * R2 / g².
Proof. intros. now apply mistake_bound. Qed.

(** The same in the lectures' words, with ‖θ*‖ = 1: k ≤ (R/γ)². *)
Theorem novikoff_unit (rule : rule_for V) (examples : examples_in V) (θ_star : V) (γ R : F) :
  fair rule -> 0 < γ -> ‖θ_star‖² == 1 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= γ) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  number (run rule examples) <= (R / γ)².
Proof.
  intros fair_rule γ_positive unit_length margin radius.
  setoid_replace ((R / γ)²) with (‖θ_star‖² * R² / γ²) by (rewrite unit_length; field; now apply lt_different).
  apply novikoff; auto. apply square_nonneg.
Qed.

(** Freund and Schapire's (claim N2): k ≤ ((R + D)/γ)² on any data. D is any number with Σd² ≤ D², where an example lacks
    d = max(0, γ − y(u·x)) of the margin γ. *)
Theorem freund_schapire (rule : rule_for V) (examples : examples_in V) (u : V) (γ R D : F) :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R -> 0 <= D ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  total (fun x y => (max 0 (γ - y * (u · x)))²) examples <= D² ->
  number (run rule examples) <= ((R + D) / γ)².
Proof. intros fair_rule **. now apply (mistake_bound_with_lacks F V rule fair_rule examples u). Qed.

(** With the sum Σd in the place of the sum of squares (claim N9): S is any number with R² + 4γΣd ≤ S². *)
Theorem hinge_l1 (rule : rule_for V) (examples : examples_in V) (u : V) (γ R S : F) :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R -> 0 <= S ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  R² + 2 * 2 * γ * total (fun x y => max 0 (γ - y * (u · x))) examples <= S² ->
  number (run rule examples) <= ((R + S) / (2 * γ))².
Proof. intros fair_rule **. now apply (mistake_bound_with_sum F V rule fair_rule examples u). Qed.

End Theorems.
