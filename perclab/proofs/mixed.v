(** * Many machines

    In an epoch every machine makes one pass over its own examples, its shard, from the common weights; then the weights are
    mixed, each machine's with its share. The shards and the shares may be others in every epoch. So much is proved: the
    mistakes, each counted with its machine's share, are at most (R/γ)². As everywhere, numbers are those of any ordered field. *)

From Coq Require Import List Setoid Morphisms Ring Field.
From perclab Require Import ordered_field perceptron.
Import ListNotations.

Section Machines.

Variable F : ordered_field.
Variable V : space F.
Add Field F_field : (field_laws F) (setoid (equal_equivalence F) (operations_proper F)).

(** A machine in an epoch: its share μ, and its shard. An epoch is a list of such. *)
Notation machines_of V := (list (F * examples_in V)).
Implicit Types (machines : machines_of V) (epochs : list (machines_of V)) (shard : examples_in V) (a b : examples_in V -> F).

(** Of numbers that depend on the shard, the mixture μ₁a₁ + … + μₛaₛ; and the same of vectors. *)
Fixpoint mixture (a : examples_in V -> F) machines : F :=
  match machines with
  | [] => 0
  | (μ, shard) :: rest => μ * a shard + mixture a rest
  end.

Fixpoint mixed_vectors (v : examples_in V -> V) machines : V :=
  match machines with
  | [] => origin
  | (μ, shard) :: rest => add (scale μ (v shard)) (mixed_vectors v rest)
  end.

(** Shares are not negative, and add up to 1. *)
Definition shared machines : Prop :=
  (forall μ shard, In (μ, shard) machines -> 0 <= μ) /\ mixture (fun _ => 1) machines == 1.

(** Where a machine arrives that starts at θ, where their mixture is, and the mixture of their mistakes. *)
Definition arrive (rule : rule_for V) (θ : V) shard : V := weights_from θ (run_from θ rule shard).
Definition epoch (rule : rule_for V) (θ : V) machines : V := mixed_vectors (arrive rule θ) machines.
Definition made (rule : rule_for V) (θ : V) machines : F := mixture (fun shard => number (run_from θ rule shard)) machines.

(** The weights after some epochs, and κ, the mixtures of the mistakes of all of them added up. *)
Fixpoint after (rule : rule_for V) (θ : V) epochs : V :=
  match epochs with
  | [] => θ
  | now :: later => after rule (epoch rule θ now) later
  end.

Fixpoint kappa (rule : rule_for V) (θ : V) epochs : F :=
  match epochs with
  | [] => 0
  | now :: later => made rule θ now + kappa rule (epoch rule θ now) later
  end.

(** ** 1. Mixtures *)

Lemma mixture_le a b machines :
  (forall μ shard, In (μ, shard) machines -> 0 <= μ) -> (forall μ shard, In (μ, shard) machines -> a shard <= b shard) ->
  mixture a machines <= mixture b machines.
Proof.
  induction machines as [| [μ shard] rest IH]; cbn; intros nonneg less; [apply le_refl |].
  apply both; [apply by_a_number; [apply (nonneg μ shard) | apply (less μ shard)]; auto |].
  apply IH; intros m s there; [apply (nonneg m s) | apply (less m s)]; auto.
Qed.

Lemma mixture_linear c d a machines :
  mixture (fun shard => c + d * a shard) machines == c * mixture (fun _ => 1) machines + d * mixture a machines.
Proof. induction machines as [| [μ shard] rest IH]; cbn; [ring | rewrite IH; ring]. Qed.

(** The product of a mixture is the mixture of the products. *)
Lemma mixture_dot v u machines : mixed_vectors v machines · u == mixture (fun shard => v shard · u) machines.
Proof.
  induction machines as [| [μ shard] rest IH]; cbn; [apply dot_origin |]. now rewrite dot_add, dot_scale, IH.
Qed.

(** The mixture of the squared distances from any w, multiplied out. It is not negative. *)
Lemma mixture_distances v w machines :
  (forall μ shard, In (μ, shard) machines -> 0 <= μ) ->
  0 <= mixture (fun shard => ‖v shard‖²) machines - 2 * (mixed_vectors v machines · w) +
    mixture (fun _ => 1) machines * ‖w‖².
Proof.
  induction machines as [| [μ shard] rest IH]; cbn [mixture mixed_vectors]; intros nonneg.
  - rewrite dot_origin. apply le_equal. ring.
  - assert (share : 0 <= μ) by (apply (nonneg μ shard); now left).
    assert (rest_nonneg : forall m s, In (m, s) rest -> 0 <= m) by (intros m s there; apply (nonneg m s); now right).
    assert (distance := dot_nonneg V (add (v shard) (scale (- (1)) w))).
    apply (le_times F μ _ share) in distance. specialize (IH rest_nonneg).
    rewrite dot_add, !(dot_add_right F V), dot_scale, !(dot_scale_right F V), (dot_scale V), (dot_symmetric V w (v shard)) in distance.
    rewrite dot_add, dot_scale. linear (distance & IH).
Qed.

(** So, with the mixture itself as w, it is no longer than what is mixed. *)
Lemma mixture_convex v machines :
  shared machines -> ‖mixed_vectors v machines‖² <= mixture (fun shard => ‖v shard‖²) machines.
Proof.
  intros [nonneg sum]. assert (far := mixture_distances v (mixed_vectors v machines) machines nonneg).
  rewrite sum in far. linear far.
Qed.

(** ** 2. The theorem *)

Section Epochs.

(** A fair rule, a separator θ* with g > 0, and R², for the examples of all machines in all epochs. *)
Variable rule : rule_for V.
Hypothesis rule_fair : fair rule.
Variables (θ_star : V) (g R2 : F).
Definition separated machines : Prop := forall μ shard x y,
  In (μ, shard) machines -> In (x, y) shard -> y * (θ_star · x) >= g.
Definition within machines : Prop := forall μ shard x y,
  In (μ, shard) machines -> In (x, y) shard -> ‖x‖² <= R2.

(** Parts 1 and 2 of chapter 4 for one machine, from any start. *)
Lemma machine_reach θ shard :
  (forall x y, In (x, y) shard -> y * (θ_star · x) >= g) ->
  arrive rule θ shard · θ_star >= θ · θ_star + g * number (run_from θ rule shard).
Proof using.
  intros margin.
  assert (sum := adds_up F V (fun v => - (v · θ_star)) (fun _ _ => - g) θ (run_from θ rule shard)).
  rewrite total_constant in sum. unfold arrive. refine (moved _ _ _ _ (sum _) _); [| ring].
  intros later x y earlier this. rewrite product_grows.
  assert (there : In (x, y) shard) by (apply (run_In F V θ rule); rewrite this; apply in_elt).
  linear (margin x y there).
Qed.

Lemma machine_length θ shard :
  (forall x y, In (x, y) shard -> ‖x‖² <= R2) ->
  ‖arrive rule θ shard‖² <= ‖θ‖² + R2 * number (run_from θ rule shard).
Proof using rule_fair.
  intros radius.
  assert (sum := adds_up F V (fun v => ‖v‖²) (fun _ _ => R2) θ (run_from θ rule shard)).
  rewrite total_constant in sum. unfold arrive. refine (moved _ _ _ _ (sum _) _); [| ring].
  intros later x y earlier this. rewrite square_grows.
  assert (there : In (x, y) shard) by (apply (run_In F V θ rule); rewrite this; apply in_elt).
  assert (wrong := rule_fair _ _ _ (run_rule F V θ rule shard later x y earlier this)).
  linear (radius x y there & wrong & wrong).
Qed.

(** Claim D1: in an epoch the reach grows by at least g times the mixture of the mistakes. *)
Lemma epoch_reach θ machines :
  shared machines -> separated machines -> epoch rule θ machines · θ_star >= θ · θ_star + g * made rule θ machines.
Proof using.
  intros [nonneg sum] margin. unfold epoch, made. rewrite mixture_dot.
  assert (less := mixture_le (fun shard => θ · θ_star + g * number (run_from θ rule shard))
    (fun shard => arrive rule θ shard · θ_star) machines nonneg).
  rewrite mixture_linear, sum in less. refine (moved _ _ _ _ (less _) _); [| ring].
  intros μ shard there. apply machine_reach. intros x y. now apply (margin μ).
Qed.

(** Claim D2: the squared length grows by at most R² times it. *)
Lemma epoch_length θ machines :
  shared machines -> within machines -> ‖epoch rule θ machines‖² <= ‖θ‖² + R2 * made rule θ machines.
Proof using rule_fair.
  intros share radius. apply (le_le F _ _ _ (mixture_convex _ machines share)). destruct share as [nonneg sum].
  assert (less := mixture_le (fun shard => ‖arrive rule θ shard‖²)
    (fun shard => ‖θ‖² + R2 * number (run_from θ rule shard)) machines nonneg).
  rewrite mixture_linear, sum in less. unfold made. refine (moved _ _ _ _ (less _) _); [| ring].
  intros μ shard there. apply machine_length. intros x y. now apply (radius μ).
Qed.

Lemma epochs_reach θ epochs :
  (forall now, In now epochs -> shared now /\ separated now) ->
  after rule θ epochs · θ_star >= θ · θ_star + g * kappa rule θ epochs.
Proof using.
  revert θ. induction epochs as [| now later IH]; intros θ good; cbn [after kappa].
  - apply le_equal. ring.
  - destruct (good now (or_introl eq_refl)) as [share margin].
    assert (rest := IH (epoch rule θ now) (fun e there => good e (or_intror there))).
    linear (rest & epoch_reach θ now share margin).
Qed.

Lemma epochs_length θ epochs :
  (forall now, In now epochs -> shared now /\ within now) ->
  ‖after rule θ epochs‖² <= ‖θ‖² + R2 * kappa rule θ epochs.
Proof using rule_fair.
  revert θ. induction epochs as [| now later IH]; intros θ good; cbn [after kappa].
  - apply le_equal. ring.
  - destruct (good now (or_introl eq_refl)) as [share radius].
    assert (rest := IH (epoch rule θ now) (fun e there => good e (or_intror there))).
    linear (rest & epoch_length θ now share radius).
Qed.

End Epochs.

(** Claim D3: κ ≤ TR²/g² = (R/γ)², from θ = 0. With one machine of share 1 and one epoch κ is k. *)
Theorem mixed (rule : rule_for V) (epochs : list (machines_of V)) (θ_star : V) (g R2 : F) :
  fair rule -> 0 < g -> 0 <= R2 ->
  (forall machines, In machines epochs -> shared machines) ->
  (forall machines μ shard x y, In machines epochs -> In (μ, shard) machines -> In (x, y) shard ->
    y * (θ_star · x) >= g /\ ‖x‖² <= R2) ->
  kappa rule origin epochs <= ‖θ_star‖² * R2 / g².
Proof.
  intros rule_fair g_positive R2_nonneg share good.
  assert (reach := epochs_reach rule θ_star g origin epochs).
  assert (long := epochs_length rule rule_fair R2 origin epochs).
  set (θ := after rule origin epochs) in *. set (κ := kappa rule origin epochs) in *.
  rewrite dot_origin in reach, long. assert (T_nonneg := dot_nonneg V θ_star).
  assert (reaches : g * κ <= θ · θ_star).
  { refine (moved _ _ _ _ (reach _) _); [| ring].
    intros now there. split; [auto |]. intros μ shard x y here inside. now apply (good now μ shard). }
  assert (short : ‖θ‖² <= R2 * κ).
  { refine (moved _ _ _ _ (long _) _); [| ring].
    intros now there. split; [auto |]. intros μ shard x y here inside. now apply (good now μ shard x y). }
  apply le_quotient; [now apply square_positive |].
  destruct (le_or_lt F κ 0) as [none | some].
  - linear (by_a_number g² _ _ (square_nonneg F g) none & le_times F _ _ T_nonneg R2_nonneg).
  - apply (cancel κ); [assumption |].
    assert (reach_nonneg : 0 <= g * κ) by (apply le_times; now apply lt_le).
    assert (squared := square_le F _ _ reach_nonneg reaches).
    linear (squared & cauchy_schwarz F V θ θ_star & by_a_number ‖θ_star‖² _ _ T_nonneg short).
Qed.

End Machines.
