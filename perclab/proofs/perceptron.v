(** * Novikoff's theorem, checked by a machine

    Chapter 4 checks every line of the proof on runs. Here Coq checks the proof itself, once for all runs: for any finite
    sequence of examples, in any number of dimensions, and any rule that updates only where y(θ·x) ≤ 0.

    How to read it. A lemma is a statement, up to the full stop, and its proof, from [Proof] to [Qed]. Read the statements
    and leave the proofs to Coq, which takes no [Qed] unless each step follows from those before it. The lemmas [line_M],
    [line_1a], …, [line_3] are the lines of the ledger in its own letters. After [Proof using] stand the hypotheses that the
    proof needs; Coq refuses it if it uses another.

    [A -> B -> C] says that C follows from A and B; [/\] is "and", [forall x, …] "for every x", [==] that two fractions are
    equal, [In e l] that e is in the list l, [fun x => …] a function. A comment stands before what it is about.

    All numbers are rational, as in the ledger. So no square root occurs, and nothing is taken for granted: no axiom, and no
    hypothesis but those that a statement names. The price: for irrational examples or separators nothing is said here. *)

From Coq Require Import List QArith Qminmax Lqa Lia.
Import ListNotations.
Open Scope Q_scope.

Notation "a ²" := (a * a) (at level 1, format "a ²") : Q_scope.


(** ** 1. Facts about numbers *)

Lemma square_nonneg (a : Q) : 0 <= a².
Proof. nra. Qed.

Lemma square_le (a b : Q) : 0 <= a -> a <= b -> a² <= b².
Proof. nra. Qed.

Lemma root_le (a b : Q) : 0 <= b -> a² <= b² -> a <= b.
Proof. intros. apply Qnot_lt_le. intro. nra. Qed.

Lemma times (c a b : Q) : 0 <= c -> a <= b -> c * a <= c * b.
Proof. nra. Qed.

Lemma times_both (a b c d : Q) : 0 <= a -> a <= b -> 0 <= c -> c <= d -> a * c <= b * d.
Proof. nra. Qed.

Lemma cancel (c a b : Q) : 0 < c -> c * a <= c * b -> a <= b.
Proof. intros. now apply (Qmult_le_l a b c). Qed.

(** A form As² + 2Bst + Ct² that is nowhere negative has B² ≤ AC: both Cauchy–Schwarz inequalities below follow from it. *)
Lemma discriminant (A B C : Q) : (forall s t, 0 <= A * s² + 2 * B * s * t + C * t²) -> B² <= A * C.
Proof.
  intros form.
  assert (A_nonneg : 0 <= A) by (specialize (form 1 0); lra).
  destruct (Qlt_le_dec 0 A).
  - apply (cancel A); [assumption |]. specialize (form (- B) A). lra.
  - assert (A_zero : A == 0) by lra. specialize (form (- (C + 1)) (2 * B)). rewrite A_zero in *. lra.
Qed.


(** ** 2. Vectors *)

(** A label is +1 or −1. *)
Inductive label := pos | neg.

Definition sign (y : label) : Q := match y with pos => 1 | neg => -1 end.
Coercion sign : label >-> Q.

Lemma sign_square (y : label) : y² == 1.
Proof. now destruct y. Qed.

(** All that the proof needs to know of vectors: they can be added and multiplied by numbers, and two of them have a product
    u·v, which is linear, symmetric, and never negative for a vector with itself. Section 6 makes them of numbers. *)
Record space := Space {
  vector :> Type;
  zero : vector;
  add : vector -> vector -> vector;
  scale : Q -> vector -> vector;
  dot : vector -> vector -> Q;
  dot_zero : forall v, dot zero v == 0;
  dot_add : forall u v w, dot (add u v) w == dot u w + dot v w;
  dot_scale : forall c u v, dot (scale c u) v == c * dot u v;
  dot_symmetric : forall u v, dot u v == dot v u;
  dot_nonneg : forall v, 0 <= dot v v
}.
Arguments zero {s}.
Arguments add {s}.
Arguments scale {s}.
Arguments dot {s}.

Notation "u · v" := (dot u v) (at level 40, no associativity) : Q_scope.
Notation "‖ v ‖²" := (dot v v) (at level 1, format "‖ v ‖²") : Q_scope.

(** (u·v)² ≤ ‖u‖²‖v‖², for ‖su + tv‖² is nowhere negative. *)
Lemma cauchy_schwarz (V : space) (u v : V) : (u · v)² <= ‖u‖² * ‖v‖².
Proof.
  apply discriminant. intros s t.
  assert (form := dot_nonneg V (add (scale s u) (scale t v))).
  rewrite dot_add, !dot_scale, !(dot_symmetric V _ (add _ _)), !dot_add, !dot_scale, (dot_symmetric V v u) in form. lra.
Qed.


(** ** 3. The Perceptron *)

(** A sequence of examples x with their labels y. *)
Notation examples_in V := (list (V * label)).

(** A rule: given θ, x and y, are the weights θ to be updated? *)
Notation rule_for V := (V -> V -> label -> bool).

(** A rule is fair if it says yes only where y(θ·x) ≤ 0. *)
Definition fair {V : space} (rule : rule_for V) : Prop :=
  forall θ x y, rule θ x y = true -> y * (θ · x) <= 0.

(** The weights after a list of mistakes, the latest of which stands first: θ = Σ yx, and 0 if there is none. *)
Fixpoint weights {V : space} (mistakes : examples_in V) : V :=
  match mistakes with
  | [] => zero
  | (x, y) :: earlier => add (weights earlier) (scale y x)
  end.

(** One example is shown: where the rule says yes, it is put before the earlier mistakes. *)
Definition learn {V : space} (rule : rule_for V) (mistakes : examples_in V) (example : V * label) : examples_in V :=
  let (x, y) := example in
  if rule (weights mistakes) x y then (x, y) :: mistakes else mistakes.

(** The run over a sequence of examples, from θ = 0: all its mistakes. *)
Definition run {V : space} (rule : rule_for V) (examples : examples_in V) : examples_in V :=
  fold_left (learn rule) examples [].

(** The length of a list, as a rational number. *)
Definition number {A : Type} (l : list A) : Q := inject_Z (Z.of_nat (length l)).

(** The sum of a(x, y) over a list of examples. *)
Fixpoint total {V : space} (a : V -> label -> Q) (examples : examples_in V) : Q :=
  match examples with
  | [] => 0
  | (x, y) :: rest => a x y + total a rest
  end.

Lemma number_cons {A : Type} (a : A) (rest : list A) : number (a :: rest) == 1 + number rest.
Proof. unfold number. cbn [length]. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. reflexivity. Qed.

Lemma number_nonneg {A : Type} (l : list A) : 0 <= number l.
Proof. unfold number. rewrite <- (Zle_Qle 0). lia. Qed.

Section Runs.

Variable V : space.
Implicit Types (rule : rule_for V) (examples mistakes : examples_in V) (a b : V -> label -> Q).

Lemma total_le a b examples : (forall x y, In (x, y) examples -> a x y <= b x y) -> total a examples <= total b examples.
Proof.
  induction examples as [| [x y] rest IH]; cbn; intros le; [lra |].
  assert (a x y <= b x y) by auto. assert (total a rest <= total b rest) by auto. lra.
Qed.

Lemma total_constant c examples : total (fun _ _ => c) examples == number examples * c.
Proof. induction examples as [| [x y] rest IH]; [reflexivity |]. cbn [total]. rewrite number_cons, IH. ring. Qed.

Lemma total_plus a b examples : total (fun x y => a x y + b x y) examples == total a examples + total b examples.
Proof. induction examples as [| [x y] rest IH]; cbn; [ring |]. rewrite IH. ring. Qed.

Lemma total_app a examples more : total a (examples ++ more) == total a examples + total a more.
Proof. induction examples as [| [x y] rest IH]; cbn; [ring |]. rewrite IH. ring. Qed.

(** (Σa)² ≤ kΣa² for k numbers: Cauchy–Schwarz for (a₁, …, aₖ) and (1, …, 1). *)
Lemma total_square a examples : (total a examples)² <= number examples * total (fun x y => (a x y)²) examples.
Proof.
  rewrite (Qmult_comm (number _)). apply discriminant. intros s t.
  induction examples as [| [x y] rest IH]; [change (number []) with 0; cbn [total]; lra |].
  cbn [total]. rewrite number_cons. assert (one := square_nonneg (s * a x y + t)). lra.
Qed.

Lemma run_app rule examples x y : run rule (examples ++ [(x, y)]) = learn rule (run rule examples) (x, y).
Proof. unfold run. now rewrite fold_left_app. Qed.

(** Every mistake was made on one of the examples… *)
Lemma run_In rule examples x y : In (x, y) (run rule examples) -> In (x, y) examples.
Proof.
  induction examples as [| [x' y'] examples IH] using rev_ind; [easy |].
  rewrite run_app, in_app_iff. cbn. destruct rule; cbn; tauto.
Qed.

(** …on each at most once, so that a sum over the mistakes is at most the sum over the examples… *)
Lemma run_total rule examples a : (forall x y, 0 <= a x y) -> total a (run rule examples) <= total a examples.
Proof.
  intros nonneg. induction examples as [| [x y] examples IH] using rev_ind; [cbn; lra |].
  rewrite run_app, total_app. specialize (nonneg x y). cbn. destruct rule; cbn; lra.
Qed.

(** …and where the rule said yes. *)
Lemma run_rule rule examples later x y earlier :
  run rule examples = later ++ (x, y) :: earlier -> rule (weights earlier) x y = true.
Proof.
  revert later. induction examples as [| [x' y'] examples IH] using rev_ind; [now destruct later |].
  rewrite run_app. cbn. destruct (rule _ x' y') eqn:yes; [| apply IH].
  intros [| e later] equal; injection equal as; [congruence | now apply (IH later)].
Qed.

(** What begins at 0, or below, and grows by at most a(x, y) at every mistake is in the end at most the sum of these. *)
Lemma adds_up (f : V -> Q) a mistakes :
  f zero <= 0 ->
  (forall later x y earlier, mistakes = later ++ (x, y) :: earlier ->
    f (weights ((x, y) :: earlier)) <= f (weights earlier) + a x y) ->
  f (weights mistakes) <= total a mistakes.
Proof.
  intros start step. induction mistakes as [| [x y] earlier IH]; [assumption |].
  assert (f (weights earlier) <= total a earlier).
  { apply IH. intros later x' y' earlier' equal. apply (step ((x, y) :: later)). now rewrite equal. }
  specialize (step [] x y earlier eq_refl). cbn [total]. lra.
Qed.

End Runs.


(** ** 4. The ledger *)

Section Ledger.

(** Some vectors, a fair rule, and a sequence of examples. *)
Variable V : space.
Variable rule : rule_for V.
Hypothesis rule_fair : fair rule.
Variable examples : examples_in V.

(** A separator θ*, of any length, which has every example on its right side by at least g > 0; and R², at least every ‖x‖². *)
Variables (θ_star : V) (g R2 : Q).
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
Proof using made. apply (run_In V rule). rewrite made. apply in_elt. Qed.

(** It was a mistake: the score is not on the side of the label. *)
Lemma line_M : y * (θ · x) <= 0.
Proof using rule_fair made. apply rule_fair. now apply (run_rule V rule examples later). Qed.

(** The update adds yx, so the product with θ* grows by y(θ*·x). *)
Lemma line_1a : θ' · θ_star == θ · θ_star + y * (θ_star · x).
Proof using. cbn. now rewrite dot_add, dot_scale, (dot_symmetric V x). Qed.

(** The separator has every example at least this far on its right side. *)
Lemma line_1b : y * (θ_star · x) >= g.
Proof using margin made. apply margin, its_example. Qed.

(** Cauchy–Schwarz: no product of two vectors exceeds that of their lengths. *)
Lemma line_CS : (θ' · θ_star)² <= T * ‖θ'‖².
Proof using. assert (CS := cauchy_schwarz V θ' θ_star). lra. Qed.

(** Multiply out the square of the update; y² = 1. *)
Lemma line_2a : ‖θ'‖² == ‖θ‖² + 2 * y * (θ · x) + ‖x‖².
Proof using.
  cbn. rewrite dot_add, !(dot_symmetric V _ (add _ _)), !dot_add, !dot_scale, !(dot_symmetric V _ (scale _ _)), !dot_scale.
  rewrite (dot_symmetric V x). transitivity (‖θ‖² + 2 * y * (θ · x) + y² * ‖x‖²); [ring |]. rewrite sign_square. ring.
Qed.

(** The middle term is not above 0, because it was a mistake: drop it. *)
Lemma line_2b : ‖θ'‖² <= ‖θ‖² + ‖x‖².
Proof using rule_fair made. assert (M := line_M). rewrite line_2a. lra. Qed.

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

Lemma k_positive : 0 < k.
Proof using. rewrite number_cons. assert (n := number_nonneg earlier). lra. Qed.

(** One of these mistakes is a mistake of the run, so what was shown of one mistake holds for it. *)
Lemma one_of_them later' x' y' earlier' :
  (x, y) :: earlier = later' ++ (x', y') :: earlier' -> run rule examples = (later ++ later') ++ (x', y') :: earlier'.
Proof using made. intros equal. now rewrite made, equal, app_assoc. Qed.

(** The product began at 0 and has grown k times, each time by at least g. *)
Lemma line_1c : θ' · θ_star >= k * g.
Proof using margin made.
  enough (- (θ' · θ_star) <= total (fun _ _ => - g) ((x, y) :: earlier)) by (rewrite total_constant in *; lra).
  apply (adds_up V (fun θ => - (θ · θ_star))); [rewrite dot_zero; lra |].
  intros later' x' y' earlier' this. rewrite line_1a. apply one_of_them, line_1b in this. lra.
Qed.

(** The square began at 0 and has grown k times, by at most ‖x‖² ≤ R²; Pₖ adds these up. *)
Lemma line_2d : ‖θ'‖² <= P <= k * R2.
Proof using rule_fair radius made.
  split.
  - apply (adds_up V (fun θ => ‖θ‖²)); [rewrite dot_zero; lra |].
    intros later' x' y' earlier' this. now apply one_of_them, line_2b in this.
  - rewrite <- (total_constant V). apply total_le. intros x' y' there.
    apply in_split in there as (later' & earlier' & this). now apply one_of_them, line_2c in this.
Qed.

(** Both sides of 1c squared, for kg is not below 0. *)
Lemma squared : (k * g)² <= (θ' · θ_star)².
Proof using margin g_positive made. assert (k_pos := k_positive). apply square_le; [nra | apply line_1c]. Qed.

(** Part 1 over part 2: the cosine between θ⁽ᵏ⁺¹⁾ and θ* is at least √k·γ/R. *)
Lemma line_cos : (θ' · θ_star)² * R2 >= k * g² * ‖θ'‖².
Proof using rule_fair margin radius g_positive made.
  assert (R2_nonneg : 0 <= R2) by (apply (Qle_trans _ ‖x‖²); [apply dot_nonneg | now apply (line_2c later earlier x y)]).
  assert (kg2_nonneg : 0 <= k * g²) by (apply Qmult_le_0_compat; [apply number_nonneg | apply square_nonneg]).
  assert (part_1 := times R2 _ _ R2_nonneg squared).
  assert (part_2 : k * g² * ‖θ'‖² <= k * g² * (k * R2)) by (apply times; [assumption | destruct line_2d; lra]).
  lra.
Qed.

(** 1c, CS and 2d in a row. *)
Lemma line_3 : k² * g² <= T * P <= T * k * R2.
Proof using rule_fair margin radius g_positive made.
  assert (part_1 := squared). assert (CS := line_CS earlier x y). destruct line_2d as [short bounded].
  apply (times T) in short, bounded; try apply dot_nonneg. split; lra.
Qed.

End All_mistakes.

(** Divide by kg²: k ≤ TR²/g² = (R/γ)². If there was no mistake, k = 0; and there may be no example, so R² ≥ 0 is said. *)
Lemma mistake_bound : 0 <= R2 -> number (run rule examples) <= T * R2 / g².
Proof using rule_fair margin radius g_positive.
  intros R2_nonneg. assert (T_nonneg := dot_nonneg V θ_star).
  apply Qle_shift_div_l; [nra |].
  destruct (run rule examples) as [| [x y] earlier] eqn:made; [change (number []) with 0; nra |].
  apply (cancel _ _ _ (k_positive earlier x y)). destruct (line_3 [] earlier x y made). lra.
Qed.

End Ledger.


(** ** 5. Data that no plane separates *)

Section Freund_Schapire.

Variable V : space.
Variable rule : rule_for V.
Hypothesis rule_fair : fair rule.
Variable examples : examples_in V.

(** Any u, no longer than 1, and any γ > 0. Of the margin γ an example lacks d = max(0, γ − y(u·x)). *)
Variables (u : V) (γ R D : Q).
Definition lack (x : V) (y : label) : Q := Qmax 0 (γ - y * (u · x)).
Hypothesis u_short : ‖u‖² <= 1.
Hypothesis γ_positive : 0 < γ.
Hypothesis R_nonneg : 0 <= R.
Hypothesis D_nonneg : 0 <= D.
Hypothesis radius : forall x y, In (x, y) examples -> ‖x‖² <= R².
Hypothesis lacking : total (fun x y => (lack x y)²) examples <= D².

Local Notation mistakes := (run rule examples).
Local Notation θ := (weights mistakes).
Local Notation k := (number mistakes).
Local Notation L := (total lack mistakes).

(** kγ − L ≤ θ·u, as in 1c: each mistake adds y(u·x) ≥ γ − d to the product. L = Σd, over the mistakes. *)
Lemma product_large : k * γ - L <= θ · u.
Proof using.
  enough (le : - (θ · u) <= total (fun x y => lack x y + - γ) mistakes) by (rewrite total_plus, total_constant in le; lra).
  apply (adds_up V (fun θ => - (θ · u))); [rewrite dot_zero; lra |].
  intros later x y earlier _. rewrite line_1a. assert (γ - y * (u · x) <= lack x y) by apply Q.le_max_r. lra.
Qed.

(** ‖θ‖² ≤ kR² is 2d. *)
Lemma weights_short : ‖θ‖² <= k * R².
Proof using rule_fair radius.
  destruct mistakes as [| [x y] earlier] eqn:made; [change (number []) with 0; cbn; rewrite dot_zero; lra |].
  destruct (line_2d V rule rule_fair examples R² radius [] earlier x y made). lra.
Qed.

(** (θ·u)² ≤ kR², by Cauchy–Schwarz. *)
Lemma product_small : (θ · u)² <= k * R².
Proof using rule_fair radius u_short.
  assert (CS := cauchy_schwarz V θ u). assert (short := weights_short). assert (θ_nonneg := dot_nonneg V θ). nra.
Qed.

(** L² ≤ kΣd² ≤ kD²: Cauchy–Schwarz for sums, and the mistakes are some of the examples. *)
Lemma lack_small : L² <= k * D².
Proof using lacking.
  apply (Qle_trans _ _ _ (total_square _ _ _)). apply times; [apply number_nonneg |].
  refine (Qle_trans _ _ _ (run_total _ _ _ _ _) lacking). intros. apply square_nonneg.
Qed.

(** So kγ ≤ θ·u + L ≤ √k·R + √k·D. Squared, with no root: (kγ)² ≤ kR² + 2kRD + kD². Divide by kγ². *)
Lemma mistake_bound_with_lacks : k <= ((R + D) / γ)².
Proof using All.
  assert (k_nonneg := number_nonneg mistakes).
  assert (mixed : θ · u * L <= k * (R * D)).
  { apply root_le; [apply Qmult_le_0_compat; nra |].
    assert (le := times_both _ _ _ _ (square_nonneg _) product_small (square_nonneg _) lack_small). lra. }
  assert (sum : (k * γ)² <= (θ · u + L)²) by (assert (large := product_large); apply square_le; nra).
  assert (small := product_small). assert (small' := lack_small).
  setoid_replace ((R + D) / γ)² with ((R + D)² / γ²) by (field; lra).
  apply Qle_shift_div_l; [nra |].
  destruct (Qlt_le_dec 0 k); [| assert (0 <= (R + D)²) by apply square_nonneg; nra].
  apply (cancel k); [assumption | lra].
Qed.

End Freund_Schapire.


(** ** 6. Vectors of rational numbers *)

(** A vector is the list of its entries, and entries that are missing are 0. *)
Fixpoint list_add (u v : list Q) : list Q :=
  match u, v with
  | [], _ => v
  | _, [] => u
  | a :: u, b :: v => (a + b) :: list_add u v
  end.

Definition list_scale (c : Q) (u : list Q) : list Q := map (Qmult c) u.

Fixpoint list_dot (u v : list Q) : Q :=
  match u, v with
  | a :: u, b :: v => a * b + list_dot u v
  | _, _ => 0
  end.

Lemma list_dot_zero v : list_dot [] v == 0.
Proof. reflexivity. Qed.

Lemma list_dot_add u v w : list_dot (list_add u v) w == list_dot u w + list_dot v w.
Proof. revert v w. induction u as [| a u IH]; intros [| b v] [| c w]; cbn; try ring. rewrite IH. ring. Qed.

Lemma list_dot_scale c u v : list_dot (list_scale c u) v == c * list_dot u v.
Proof. revert v. induction u as [| a u IH]; intros [| b v]; cbn; try ring. fold (list_scale c u). rewrite IH. ring. Qed.

Lemma list_dot_symmetric u v : list_dot u v == list_dot v u.
Proof. revert v. induction u as [| a u IH]; intros [| b v]; cbn; try reflexivity. rewrite IH. ring. Qed.

Lemma list_dot_nonneg v : 0 <= list_dot v v.
Proof. induction v as [| a v IH]; cbn; [lra |]. assert (a2 := square_nonneg a). lra. Qed.

(** They are vectors as section 2 wants them, of every dimension. *)
Definition vectors : space :=
  Space (list Q) [] list_add list_scale list_dot
    list_dot_zero list_dot_add list_dot_scale list_dot_symmetric list_dot_nonneg.


(** ** 7. The theorems *)

(** Block and Novikoff's (claim P1), in the ledger's words, with θ* of any length: k ≤ TR²/g². *)
Theorem novikoff (rule : rule_for vectors) (examples : examples_in vectors) (θ_star : vectors) (g R2 : Q) :
  fair rule -> 0 < g -> 0 <= R2 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= g) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  number (run rule examples) <= ‖θ_star‖² * R2 / g².
Proof. intros. now apply mistake_bound. Qed.

(** The same in the lectures' words, with ‖θ*‖ = 1: k ≤ (R/γ)². *)
Corollary novikoff_unit (rule : rule_for vectors) (examples : examples_in vectors) (θ_star : vectors) (γ R : Q) :
  fair rule -> 0 < γ -> ‖θ_star‖² == 1 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= γ) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  number (run rule examples) <= (R / γ)².
Proof.
  intros fair_rule γ_positive unit_length margin radius.
  setoid_replace (R / γ)² with (‖θ_star‖² * R² / γ²) by (rewrite unit_length; field; lra).
  apply novikoff; auto. apply square_nonneg.
Qed.

(** Freund and Schapire's (claim N2): k ≤ ((R + D)/γ)² on any data. D is any number with Σd² ≤ D², for the root of this sum
    may be irrational. *)
Theorem freund_schapire (rule : rule_for vectors) (examples : examples_in vectors) (u : vectors) (γ R D : Q) :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R -> 0 <= D ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  total (fun x y => (Qmax 0 (γ - y * (u · x)))²) examples <= D² ->
  number (run rule examples) <= ((R + D) / γ)².
Proof. intros fair_rule **. now apply (mistake_bound_with_lacks vectors rule fair_rule examples u). Qed.


(** ** 8. Lecture A's six points, run by Coq (claims O1 and O2) *)

(** The four answers to what a score of 0 is; all are fair rules. *)
Definition mistake (θ x : vectors) (y : label) : bool := Qle_bool (y * (θ · x)) 0.
Definition correct (θ x : vectors) (y : label) : bool := negb (Qle_bool 0 (y * (θ · x))).
Definition positive (θ x : vectors) (y : label) : bool := match y with pos => correct θ x y | neg => mistake θ x y end.
Definition negative (θ x : vectors) (y : label) : bool := match y with pos => mistake θ x y | neg => correct θ x y end.

Lemma ties_fair : fair mistake /\ fair positive /\ fair negative /\ fair correct.
Proof.
  assert (fair mistake) by (intros θ x y; apply Qle_bool_iff).
  assert (fair correct).
  { intros θ x y. unfold correct. rewrite negb_true_iff, <- not_true_iff_false, Qle_bool_iff. lra. }
  repeat split; auto; intros θ x []; auto.
Qed.

Definition six_points : examples_in vectors :=
  [([-1; 2], neg); ([1; 0], pos); ([1; 1], pos); ([-1; 0], neg); ([-1; -2], neg); ([1; -1], pos)].

(** How many mistakes under each rule. *)
Example six_mistakes :
  map (fun rule => length (run rule six_points)) [mistake; positive; negative; correct] = [3; 3; 1; 0]%nat.
Proof. reflexivity. Qed.

(** Under [mistake] they are the fifth point, the third and the first, and θ ends at (3, 1). *)
Example six_run :
  run mistake six_points = [([-1; -2], neg); ([1; 1], pos); ([-1; 2], neg)] /\ weights (run mistake six_points) = [3; 1].
Proof. split; reflexivity. Qed.

(** θ* = (1, 0) has g = 1, T = 1 and R² = 5: no fair rule makes more than 5. *)
Example six_bound (rule : rule_for vectors) : fair rule -> number (run rule six_points) <= 5.
Proof.
  intros rule_fair. apply (novikoff rule six_points [1; 0] 1 5 rule_fair); [lra | lra | |];
    cbn; intros x y there; repeat (destruct there as [[= <- <-] | there]; [cbn; lra |]); destruct there.
Qed.


(** ** 9. Many passes *)

(** The examples n times over. *)
Fixpoint passes {A : Type} (n : nat) (examples : list A) : list A :=
  match n with
  | O => []
  | S n => passes n examples ++ examples
  end.

Lemma passes_In {A : Type} n (e : A) examples : In e (passes n examples) -> In e examples.
Proof. induction n; cbn; [easy |]. rewrite in_app_iff. tauto. Qed.

Lemma passes_total {V : space} n (a : V -> label -> Q) examples :
  total a (passes n examples) == inject_Z (Z.of_nat n) * total a examples.
Proof.
  induction n as [| n IH]; [reflexivity |].
  cbn [passes]. rewrite total_app, IH, Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. ring.
Qed.

(** Freund and Schapire's bound for n passes (claim N4): S takes the place of √n·D. *)
Corollary freund_schapire_passes n (rule : rule_for vectors) (examples : examples_in vectors) (u : vectors) (γ R S : Q) :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R -> 0 <= S ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  inject_Z (Z.of_nat n) * total (fun x y => (Qmax 0 (γ - y * (u · x)))²) examples <= S² ->
  number (run rule (passes n examples)) <= ((R + S) / γ)².
Proof.
  intros. apply (freund_schapire rule _ u); auto.
  - intros x y there. apply passes_In in there. eauto.
  - now rewrite passes_total.
Qed.

Section Batch.

Variable V : space.
Variable rule : rule_for V.
Implicit Types examples more : examples_in V.

(** More examples add mistakes and take none away. *)
Lemma run_more examples more : exists later, run rule (examples ++ more) = later ++ run rule examples.
Proof.
  induction more as [| [x y] more [later IH]] using rev_ind; [exists []; now rewrite app_nil_r |].
  rewrite app_assoc, run_app, IH. cbn. destruct rule; [exists ((x, y) :: later) | exists later]; reflexivity.
Qed.

(** If they add none, the rule says no on each of them. *)
Lemma clean_pass examples more x y :
  run rule (examples ++ more) = run rule examples -> In (x, y) more -> rule (weights (run rule examples)) x y = false.
Proof.
  induction more as [| [x' y'] more IH] using rev_ind; [easy |].
  rewrite app_assoc, run_app, in_app_iff. cbn. destruct (run_more examples more) as [later equal]. rewrite equal in *.
  destruct (rule _ x' y') eqn:answer; intros clean there.
  - apply (f_equal (@length _)) in clean. cbn in clean. rewrite app_length in clean. lia.
  - destruct there as [there | [[= <- <-] | []]]; [now apply IH |]. rewrite clean in answer. exact answer.
Qed.

(** Each of n passes makes a mistake, or one of them makes none. *)
Lemma some_clean_pass examples n :
  (n <= length (run rule (passes n examples)))%nat \/
  exists p, (p < n)%nat /\ run rule (passes (S p) examples) = run rule (passes p examples).
Proof.
  induction n as [| n [many | (p & less & clean)]]; [left; apply Nat.le_0_l | | right; exists p; auto].
  cbn [passes]. destruct (run_more (passes n examples) examples) as [[| e later] equal].
  - right. exists n. auto.
  - left. rewrite equal, app_length. cbn. lia.
Qed.

End Batch.

(** The batch algorithm converges (claim P10): before n passes are over, if n > TR²/g², the rule says no on every example… *)
Theorem converges (rule : rule_for vectors) (examples : examples_in vectors) (θ_star : vectors) (g R2 : Q) (n : nat) :
  fair rule -> 0 < g -> 0 <= R2 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= g) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  ‖θ_star‖² * R2 / g² < inject_Z (Z.of_nat n) ->
  exists p, (p < n)%nat /\ forall x y, In (x, y) examples -> rule (weights (run rule (passes p examples))) x y = false.
Proof.
  intros. destruct (some_clean_pass vectors rule examples n) as [many | (p & less & clean)].
  - exfalso. enough (number (run rule (passes n examples)) <= ‖θ_star‖² * R2 / g²).
    { rewrite Nat2Z.inj_le, Zle_Qle in many. unfold number in *. lra. }
    apply novikoff; auto; intros x y there; apply passes_In in there; eauto.
  - exists p. split; [assumption |]. intros x y. now apply clean_pass.
Qed.

(** …and where the rule [mistake] says no, θ has the example strictly on its right side. *)
Lemma no_mistake (θ x : vectors) (y : label) : mistake θ x y = false -> y * (θ · x) > 0.
Proof. unfold mistake. rewrite <- not_true_iff_false, Qle_bool_iff. apply Qnot_le_lt. Qed.


(** ** 10. The bound is tight (claim P11) *)

(** e₁, …, eₙ, all labelled +1, and θ* = (1, …, 1). The list of eᵢ₊₁ is i zeros and a 1. *)
Definition axis (i : nat) : vectors := repeat 0 i ++ [1].
Definition ones (n : nat) : vectors := repeat 1 n.

Fixpoint orthonormal (n : nat) : examples_in vectors :=
  match n with
  | O => []
  | S n => orthonormal n ++ [(axis n, pos)]
  end.

Lemma orthonormal_In n x y : In (x, y) (orthonormal n) -> exists i, (i < n)%nat /\ x = axis i /\ y = pos.
Proof.
  induction n as [| n IH]; cbn; [easy |]. rewrite in_app_iff. intros [there | [[= <- <-] | []]].
  - destruct (IH there) as (i & less & equal). exists i. auto.
  - exists n. auto.
Qed.

Lemma axis_square i : ‖axis i‖² == 1.
Proof. induction i as [| i IH]; [reflexivity |]. cbn in *. rewrite IH. reflexivity. Qed.

Lemma ones_square n : ‖ones n‖² == inject_Z (Z.of_nat n).
Proof.
  induction n as [| n IH]; [reflexivity |]. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus, <- IH.
  change (1 * 1 + ‖ones n‖² == 1 + ‖ones n‖²). ring.
Qed.

Lemma ones_axis n i : (i < n)%nat -> ones n · axis i == 1.
Proof.
  revert i. induction n as [| n IH]; [lia |]. intros [| i] less.
  - cbn. destruct (repeat 1 n); reflexivity.
  - assert (rest := IH i ltac:(lia)). cbn in *. rewrite rest. reflexivity.
Qed.

Lemma ones_axis_new n : ones n · axis n == 0.
Proof. induction n as [| n IH]; [reflexivity |]. cbn in *. rewrite IH. reflexivity. Qed.

Lemma ones_add n : list_add (ones n) (list_scale 1 (axis n)) = ones (S n).
Proof. induction n as [| n IH]; [reflexivity |]. cbn in *. f_equal. exact IH. Qed.

(** Each eᵢ is new to θ, a score of 0, and so a mistake. *)
Lemma run_orthonormal n :
  length (run mistake (orthonormal n)) = n /\ weights (run mistake (orthonormal n)) = ones n.
Proof.
  induction n as [| n [k θ]]; [split; reflexivity |].
  cbn [orthonormal]. rewrite run_app. unfold learn. rewrite θ. replace (mistake (ones n) (axis n) pos) with true.
  - cbn [weights length]. rewrite θ, k. split; [reflexivity | apply ones_add].
  - symmetry. apply Qle_bool_iff. rewrite ones_axis_new. cbn. lra.
Qed.

(** With g = 1 and R² = 1, n mistakes are made, and TR²/g² = n. *)
Theorem tight (n : nat) :
  (forall x y, In (x, y) (orthonormal n) -> y * (ones n · x) >= 1 /\ ‖x‖² <= 1) /\
  length (run mistake (orthonormal n)) = n /\ number (run mistake (orthonormal n)) == ‖ones n‖² * 1 / 1².
Proof.
  destruct (run_orthonormal n) as [k _]. split; [| split; [exact k |]].
  - intros x y there. apply orthonormal_In in there as (i & less & -> & ->).
    rewrite ones_axis, axis_square by assumption. cbn. lra.
  - unfold number. rewrite k, ones_square. field.
Qed.
