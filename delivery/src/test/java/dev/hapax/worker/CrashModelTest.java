package dev.hapax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The ledger and the workers as they are, in a world that crashes, pauses, loses answers and shifts clocks at every step. The
 * model is the target's own list of what it has accepted.
 */
class CrashModelTest {

    private static final int SEEDS = Integer.getInteger("hapax.model.seeds", 3_000);

    @Test
    void shouldNeverSendTwiceAndNeverLose() {
        Map<DeliveryState, Integer> seen = new EnumMap<>(DeliveryState.class);
        int crashes = 0;
        int postponed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedWorld world = new SimulatedWorld(seed, false);
            world.run();
            check(seed, world);
            crashes += world.crashes();
            postponed += (int) world.deliveries().stream()
                    .flatMap(it -> it.history().stream())
                    .filter(entry -> entry.what().equals("postponed"))
                    .count();
            world.deliveries().forEach(it -> seen.merge(it.state(), 1, Integer::sum));
        }
        assertThat(crashes).as("crashes").isGreaterThan(SEEDS);
        assertThat(postponed).as("postponed").isGreaterThan(SEEDS);
        assertThat(seen.keySet())
                .as("end states that were reached: %s", seen)
                .contains(
                        DeliveryState.SENT,
                        DeliveryState.REFUSED,
                        DeliveryState.REJECTED,
                        DeliveryState.CANCELLED,
                        DeliveryState.SUPPRESSED,
                        DeliveryState.EXPIRED,
                        DeliveryState.ABANDONED,
                        DeliveryState.STRANDED);
    }

    @Test
    void shouldActOnceWhenTheTargetIgnoresRepeatedIdsForAWhile() {
        Map<DeliveryState, Integer> seen = new EnumMap<>(DeliveryState.class);
        int ignored = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedWorld world = new SimulatedWorld(seed, true);
            world.run();
            check(seed, world);
            ignored += world.ignored();
            world.deliveries().forEach(it -> seen.merge(it.state(), 1, Integer::sum));
        }
        assertThat(ignored).as("attempts after an unknown outcome").isGreaterThan(SEEDS / 10);
        assertThat(seen.keySet())
                .as("%s", seen)
                .contains(DeliveryState.SENT, DeliveryState.STRANDED, DeliveryState.CANCELLED, DeliveryState.REFUSED);
    }

    private static void check(long seed, SimulatedWorld world) {
        assertThat(world.deliveries()).as("staged, seed %d", seed).hasSize(world.staged());
        assertThat(world.heldUp).as("held up by another channel, seed %d", seed).isEmpty();
        assertThat(world.mostAtRisk)
                .as("claimed and not reported at once, seed %d", seed)
                .isLessThanOrEqualTo(SimulatedWorld.BATCH);
        for (Delivery delivery : world.deliveries()) {
            int accepted = world.accepted(delivery.id());
            String what = "seed " + seed + ": " + delivery;
            assertThat(accepted).as("accepted by the target, %s", what).isLessThanOrEqualTo(1);
            if (delivery.state() == DeliveryState.SENT) {
                assertThat(accepted).as("sent, %s", what).isEqualTo(1);
            } else if (delivery.state() != DeliveryState.STRANDED && delivery.state() != DeliveryState.ABANDONED) {
                assertThat(accepted).as("not sent, %s", what).isZero();
            }
            assertThat(SimulatedWorld.isAtRest(delivery))
                    .as("at rest, %s", what)
                    .isTrue();
            if (accepted > 0) {
                assertThat(delivery.approval()).as("approved, %s", what).isNotNull();
            }
        }
    }
}
