(** * More than one pass, another start, a margin demanded, kernels, and cycles

    What chapters 4 to 7 say of the theorem's relatives, for the same numbers and vectors as in perceptron.v. *)

From Coq Require Import Arith List Setoid Morphisms Ring Field Lia.
From perclab Require Import ordered_field perceptron.
Import ListNotations.

(** ** 1. Many passes *)

(** The examples n times over. *)
Fixpoint passes {A : Type} (n : nat) (examples : list A) : list A :=
  match n with
  | O => []
  | S n => passes n examples ++ examples
  end.

Lemma passes_In {A : Type} n (e : A) examples : In e (passes n examples) -> In e examples.
Proof. induction n; cbn; [easy |]. rewrite in_app_iff. tauto. Qed.

(** A score of 0 is a mistake, as in most of the course. *)
Definition mistake {F} {V : space F} (θ x : V) (y : label) : bool := le (y * (θ · x)) 0.

(** Above every number is a natural one. So it is among the rational and among the real numbers. *)
Definition archimedean (F : ordered_field) : Prop := forall a : F, exists n, a < natural n.

Section Batch.

Variable F : ordered_field.
Variable V : space F.
Implicit Types (rule : rule_for V) (examples more mistakes : examples_in V) (start θ θ_star u v : V) (g γ R : F).
Add Field F_field : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

Lemma mistake_fair : fair (V := V) mistake.
Proof. intros θ x y. easy. Qed.

Lemma passes_total n (a : V -> label -> F) examples : total a (passes n examples) == natural n * total a examples.
Proof. induction n as [| n IH]; cbn; [ring |]. rewrite total_app, IH. ring. Qed.

(** Freund and Schapire's bound for n passes (claim N4): S takes the place of √n·D. *)
Theorem freund_schapire_passes n rule examples u γ R S :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R -> 0 <= S ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  natural n * total (fun x y => (max 0 (γ - y * (u · x)))²) examples <= S² ->
  number (run rule (passes n examples)) <= ((R + S) / γ)².
Proof.
  intros. apply (freund_schapire F V rule _ u); auto.
  - intros x y there. apply passes_In in there. eauto.
  - now rewrite passes_total.
Qed.

(** A run goes on from the mistakes that it has made… *)
Lemma run_goes_on start rule examples more :
  run_from start rule (examples ++ more) = fold_left (learn start rule) more (run_from start rule examples).
Proof. apply fold_left_app. Qed.

(** …and more examples add mistakes and take none away. *)
Lemma run_more start rule examples more :
  exists later, run_from start rule (examples ++ more) = later ++ run_from start rule examples.
Proof.
  induction more as [| [x y] more [later IH]] using rev_ind; [exists []; now rewrite app_nil_r |].
  rewrite app_assoc, run_app, IH. cbn. destruct rule; [exists ((x, y) :: later) | exists later]; reflexivity.
Qed.

(** If they add none, the rule says no on each of them. *)
Lemma clean_pass rule examples more x y :
  run rule (examples ++ more) = run rule examples -> In (x, y) more -> rule (weights (run rule examples)) x y = false.
Proof.
  induction more as [| [x' y'] more IH] using rev_ind; [easy |].
  rewrite app_assoc, run_app, in_app_iff. cbn. destruct (run_more origin rule examples more) as [later same]. rewrite same in *.
  destruct (rule _ x' y') eqn:answer; intros clean there.
  - apply (f_equal (@length _)) in clean. cbn in clean. rewrite app_length in clean. lia.
  - destruct there as [there | [[= <- <-] | []]]; [now apply IH |]. rewrite clean in answer. exact answer.
Qed.

(** Each of n passes makes a mistake, or one of them, before which each made one, makes none. *)
Lemma some_clean_pass rule examples n :
  (n <= length (run rule (passes n examples)))%nat \/
  exists p, (p <= length (run rule (passes p examples)))%nat /\
    run rule (passes (S p) examples) = run rule (passes p examples).
Proof.
  induction n as [| n [many | clean]]; [left; apply Nat.le_0_l | | now right].
  cbn [passes]. destruct (run_more origin rule (passes n examples) examples) as [[| e later] same].
  - right. exists n. auto.
  - left. rewrite same, app_length. cbn. lia.
Qed.

(** The batch algorithm converges (claim P10), all in one statement. There is a p such that pass p + 1 makes no mistake, nor
    does any later one; before it at least p were made, so that it is among the first k + 1 passes; k ≤ TR²/g²; and the
    weights that it leaves have every example strictly on its right side. *)
Theorem converges examples θ_star g R2 :
  archimedean F -> 0 < g -> 0 <= R2 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= g) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  exists p, let mistakes := run mistake (passes p examples) in
    (forall later, run mistake (passes (later + p) examples) = mistakes) /\
    (p <= length mistakes)%nat /\ number mistakes <= ‖θ_star‖² * R2 / g² /\
    forall x y, In (x, y) examples -> 0 < y * (weights mistakes · x).
Proof.
  intros above g_positive R2_nonneg margin radius.
  assert (bound : forall n, number (run mistake (passes n examples)) <= ‖θ_star‖² * R2 / g²).
  { intros n. apply novikoff; auto using mistake_fair; intros x y there; apply passes_In in there; eauto. }
  destruct (above (‖θ_star‖² * R2 / g²)) as [n beyond].
  destruct (some_clean_pass mistake examples n) as [many | (p & before & clean)].
  - exfalso. apply (natural_le F) in many. apply (lt_irrefl F (natural n)).
    apply (le_lt F _ _ _ many), (le_lt F _ _ _ (bound n) beyond).
  - exists p. repeat split; auto.
    + intros later. induction later as [| later IH]; [reflexivity |].
      cbn [plus passes Nat.add]. rewrite run_goes_on, IH, <- run_goes_on. exact clean.
    + intros x y there. exact (clean_pass mistake (passes p examples) examples x y clean there).
Qed.

(** ** 2. Another start, and a margin that is demanded *)

(** The rule may say yes wherever y(θ·x) ≤ b. *)
Definition fair_up_to (b : F) rule : Prop := forall θ x y, rule θ x y = true -> y * (θ · x) <= b.

(** From θ⁽¹⁾ the reach grows by γ at least with each mistake, and the square by R² + 2b at most. *)
Lemma reach start rule examples u γ :
  (forall x y, In (x, y) examples -> y * (u · x) >= γ) ->
  start · u + number (run_from start rule examples) * γ <= weights_from start (run_from start rule examples) · u.
Proof.
  intros margin. set (mistakes := run_from start rule examples).
  assert (sum := adds_up F V (fun θ => - (θ · u)) (fun _ _ => - γ) start mistakes).
  rewrite total_constant in sum. refine (moved _ _ _ _ (sum _) _); [| ring].
  intros later x y earlier this. rewrite product_grows. assert (there : y * (u · x) >= γ); [| linear there].
  apply margin, (run_In F V start rule). fold mistakes. rewrite this. apply in_elt.
Qed.

Lemma short start rule examples b R2 :
  fair_up_to b rule -> (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  ‖weights_from start (run_from start rule examples)‖² <= ‖start‖² + number (run_from start rule examples) * (R2 + 2 * b).
Proof.
  intros demand radius. rewrite <- (total_constant F V).
  apply (adds_up F V (fun θ => ‖θ‖²)). intros later x y earlier this. rewrite square_grows.
  assert (said := demand _ _ _ (run_rule F V _ _ _ _ _ _ _ this)).
  assert (small : ‖x‖² <= R2); [| linear (small & said & said)].
  apply (radius x y), (run_In F V start rule). rewrite this. apply in_elt.
Qed.

(** Both at once. *)
Lemma start_and_demand start rule examples u γ R2 b s :
  fair_up_to b rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R2 -> 0 <= b -> 0 <= s -> ‖start‖² <= s² ->
  (forall x y, In (x, y) examples -> y * (u · x) >= γ) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  number (run_from start rule examples) <= (R2 + 2 * b) / γ² + 2 * s / γ.
Proof.
  intros demand u_short γ_positive R2_nonneg b_nonneg s_nonneg start_short margin radius.
  assert (far := reach start rule examples u γ margin).
  assert (near := short start rule examples b R2 demand radius).
  set (k := number (run_from start rule examples)) in *. set (θ := weights_from start (run_from start rule examples)) in *.
  assert (product : forall v : V, (v · u)² <= ‖v‖²).
  { intros v. linear (cauchy_schwarz F V v u & by_a_number ‖v‖² _ _ (dot_nonneg V v) u_short). }
  assert (behind : - (start · u) <= s) by (apply root_le; [assumption | linear (product start & start_short)]).
  assert (γ_nonneg := lt_le F _ _ γ_positive). assert (sγ := le_times F _ _ s_nonneg γ_nonneg).
  setoid_replace ((R2 + 2 * b) / γ² + 2 * s / γ) with ((R2 + 2 * b + 2 * s * γ) / γ²) by (field; now apply lt_different).
  apply le_quotient; [now apply square_positive |].
  destruct (le_or_lt F (k * γ) s) as [few | many].
  - linear (by_a_number γ _ _ γ_nonneg few & R2_nonneg & b_nonneg & b_nonneg & sγ).
  - assert (k_positive : 0 < k).
    { apply lt_not_le. intros none. apply (by_a_number γ) in none; [| assumption].
      apply (lt_irrefl F s), (lt_le_lt F _ _ _ many). linear (none & s_nonneg). }
    assert (square : (k * γ - s)² <= (θ · u)²) by (apply square_le; [linear (lt_le F _ _ many) | linear (far & behind)]).
    apply (cancel k); [assumption |]. linear (square & product θ & near & start_short).
Qed.

(** From another start (claim P15), no longer than s: k ≤ (R/γ)² + 2s/γ. *)
Theorem another_start start rule examples u γ R s :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= s -> ‖start‖² <= s² ->
  (forall x y, In (x, y) examples -> y * (u · x) >= γ) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  number (run_from start rule examples) <= (R / γ)² + 2 * s / γ.
Proof.
  intros rule_fair u_short γ_positive **.
  setoid_replace ((R / γ)² + 2 * s / γ) with ((R² + 2 * 0) / γ² + 2 * s / γ) by (field; now apply lt_different).
  eapply start_and_demand; eauto using square_nonneg, le_refl.
Qed.

(** Where the rule may update while y(θ·x) ≤ b (claim X7): k ≤ (R² + 2b)/γ². *)
Theorem margin_demanded rule examples u γ R b :
  fair_up_to b rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= b ->
  (forall x y, In (x, y) examples -> y * (u · x) >= γ) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  number (run rule examples) <= (R² + 2 * b) / γ².
Proof.
  intros demand u_short γ_positive **.
  setoid_replace ((R² + 2 * b) / γ²) with ((R² + 2 * b) / γ² + 2 * 0 / γ) by (field; now apply lt_different).
  eapply start_and_demand; eauto using square_nonneg, le_refl.
  rewrite dot_origin. apply square_nonneg.
Qed.

(** ** 3. A cycle is a certificate *)

(** If signed examples, one at least, have the sum 0, no θ has them all strictly on their right sides: as vectors have no more
    than a product here, "the sum is 0" says that its product with every vector is. *)
Lemma gordan mistakes :
  mistakes <> [] -> (forall v, weights mistakes · v == 0) ->
  ~ exists θ, forall x y, In (x, y) mistakes -> 0 < y * (θ · x).
Proof.
  intros some sum [θ right].
  enough (positive : 0 < weights mistakes · θ) by (rewrite sum in positive; now apply lt_irrefl in positive).
  clear sum. induction mistakes as [| [x y] earlier IH]; [easy |].
  assert (this : 0 < y * (θ · x)) by (apply right; now left). rewrite product_grows.
  destruct earlier as [| e earlier].
  - cbn. rewrite dot_origin. linear this.
  - assert (before : 0 < weights (e :: earlier) · θ) by (apply IH; [easy | intros; apply right; now right]).
    apply (lt_le_lt F _ _ _ this). linear (lt_le F _ _ before).
Qed.

Lemma weights_app start later earlier v :
  weights_from start (later ++ earlier) · v == weights later · v + weights_from start earlier · v.
Proof.
  induction later as [| [x y] later IH]; cbn [app].
  - cbn. rewrite dot_origin. ring.
  - rewrite !product_grows, IH. ring.
Qed.

(** If θ comes back after more examples, among which some were mistakes (claim N1), these mistakes have the sum 0: how often
    each was made is a certificate, and no plane separates. *)
Theorem cycle_certificate start rule examples more :
  let before := run_from start rule examples in
  let after := run_from start rule (examples ++ more) in
  after <> before -> (forall v, weights_from start after · v == weights_from start before · v) ->
  exists mistakes, after = mistakes ++ before /\ mistakes <> [] /\
    (forall x y, In (x, y) mistakes -> In (x, y) more) /\ (forall v, weights mistakes · v == 0) /\
    ~ exists θ, forall x y, In (x, y) more -> 0 < y * (θ · x).
Proof.
  intros before after some back.
  assert (later : exists mistakes, after = mistakes ++ before /\ forall x y, In (x, y) mistakes -> In (x, y) more).
  { unfold before, after. clear. induction more as [| [x y] more (mistakes & same & there)] using rev_ind.
    - exists []. rewrite app_nil_r. split; [reflexivity | easy].
    - rewrite app_assoc, run_app, same. cbn. destruct rule; [exists ((x, y) :: mistakes) | exists mistakes];
        (split; [reflexivity |]); intros x' y'; rewrite in_app_iff; cbn; [intros [|] | intros]; auto. }
  destruct later as (mistakes & same & there).
  assert (nonempty : mistakes <> []) by (intros none; now rewrite none in same).
  assert (sum : forall v, weights mistakes · v == 0).
  { intros v. specialize (back v). rewrite same, weights_app in back.
    apply le_both; apply le_equal in back as less; symmetry in back; apply le_equal in back; [linear less | linear back]. }
  exists mistakes. repeat split; auto. intros [θ right]. apply (gordan mistakes nonempty sum). exists θ. auto.
Qed.

End Batch.

(** ** 4. Kernels *)

Section Kernel.

Variable F : ordered_field.
Variable V : space F.
Add Field F_field' : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

(** Examples of any kind X, a map Φ of them into any space, and K(a, b) = Φ(a)·Φ(b), which the algorithm computes instead. *)
Variables (X : Type) (Φ : X -> V) (K : X -> X -> F).
Hypothesis kernel : forall a b, K a b == Φ a · Φ b.

(** What the algorithm answers to a score and a label: an update only where y·s ≤ 0. *)
Variable update : F -> label -> bool.
Hypothesis update_proper : forall s s' y, s == s' -> update s y = update s' y.
Hypothesis update_fair : forall s y, update s y = true -> y * s <= 0.

(** The score Σ yⱼK(xⱼ, x) over the mistakes so far. *)
Fixpoint score (mistakes : list (X * label)) (x : X) : F :=
  match mistakes with
  | [] => 0
  | (x', y') :: earlier => score earlier x + y' * K x' x
  end.

Definition kernel_learn (mistakes : list (X * label)) (example : X * label) : list (X * label) :=
  let (x, y) := example in if update (score mistakes x) y then (x, y) :: mistakes else mistakes.

Definition kernel_run (examples : list (X * label)) : list (X * label) := fold_left kernel_learn examples [].

(** It makes the same mistakes as the Perceptron on the examples Φ(x) (claim K5)… *)
Definition mapped : list (X * label) -> examples_in V := map (fun '(x, y) => (Φ x, y)).
Definition rule (θ x : V) (y : label) : bool := update (θ · x) y.

Lemma same_score mistakes x : score mistakes x == weights (mapped mistakes) · Φ x.
Proof using kernel.
  induction mistakes as [| [x' y'] earlier IH]; cbn; [now rewrite dot_origin |].
  now rewrite dot_add, dot_scale, <- IH, kernel.
Qed.

Lemma same_run examples : mapped (kernel_run examples) = run rule (mapped examples).
Proof using kernel update_proper.
  induction examples as [| [x y] examples IH] using rev_ind; [reflexivity |].
  unfold mapped, kernel_run in *. rewrite map_app, fold_left_app. cbn [map]. rewrite run_app, <- IH. cbn. unfold rule.
  rewrite (update_proper _ _ y (same_score _ x)). now destruct update.
Qed.

(** …so it has its bound: T·max K(x, x)/g², where θ* may be any vector of the space. *)
Theorem kernel_novikoff (examples : list (X * label)) (θ_star : V) (g R2 : F) :
  0 < g -> 0 <= R2 ->
  (forall x y, In (x, y) examples -> y * (θ_star · Φ x) >= g) ->
  (forall x y, In (x, y) examples -> K x x <= R2) ->
  number (kernel_run examples) <= ‖θ_star‖² * R2 / g².
Proof using kernel update_proper update_fair.
  intros g_positive R2_nonneg margin radius.
  assert (there : forall x y, In (x, y) (mapped examples) -> exists x', x = Φ x' /\ In (x', y) examples).
  { intros x y [[x' y'] [[= <- <-] there]]%in_map_iff. eauto. }
  replace (number (kernel_run examples)) with (number (F := F) (run rule (mapped examples))).
  - apply novikoff; auto.
    + intros θ x y. apply update_fair.
    + intros x y (x' & -> & inside)%there. auto.
    + intros x y (x' & -> & inside)%there. rewrite <- kernel. eauto.
  - rewrite <- same_run. unfold number, mapped. now rewrite map_length.
Qed.

End Kernel.
