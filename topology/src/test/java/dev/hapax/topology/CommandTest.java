package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.wire.CommandFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators ask of the task that owns an identity. */
class CommandTest {

    private static final String COMMANDS = "hapax.commands";
    private static final String VALUE = "{\"id\":\"1\",\"subject\":\"Payment failed\"}";

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, namespace: h, identity: { field: /id } }
                  - { topic: brief, namespace: b, identity: { field: /id }, ttl: 1s }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldLetAnIdentityActAgainWhenItIsForgotten() {
        Coordinates first = hapax.sends("hooks", "k", VALUE);
        hapax.sends("hooks", "k", VALUE);

        forget("c1", "h:1");
        Coordinates copy = hapax.sends("hooks", "k", VALUE);
        hapax.sends("hooks", "k", VALUE);

        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().at())
                .containsExactly(first, copy);
        assertThat(hapax.duplicates()).hasSize(2);
        assertThat(receipts()).singleElement().satisfies(receipt -> {
            Command.Forgotten forgotten = (Command.Forgotten) receipt;
            assertThat(forgotten.id()).isEqualTo("c1");
            assertThat(forgotten.identity()).isEqualTo("h:1");
            assertThat(forgotten.entries()).isEqualTo(1);
            assertThat(forgotten.some()).singleElement().satisfies(entry -> {
                assertThat(entry.first()).isEqualTo(first);
                assertThat(entry.label()).isEqualTo("billing-failure");
            });
        });
        assertThat(last(hapax.commands()).keyText()).isEqualTo("h:1");
        assertThat(last(hapax.commands()).time()).isEqualTo(NOW);
    }

    @Test
    void shouldForgetEveryWindowOfASourceThatRemembersBriefly() {
        hapax.sends("brief", "k", VALUE, NOW.minusSeconds(4));
        hapax.sends("brief", "k", VALUE, NOW);

        forget("c1", "b:1");
        hapax.sends("brief", "k", VALUE, NOW.minusSeconds(4));
        hapax.sends("brief", "k", VALUE, NOW);

        assertThat(((Command.Forgotten) receipts().get(0)).entries()).isEqualTo(2);
        assertThat(hapax.decisions()).hasSize(4);
        assertThat(hapax.duplicates()).isEmpty();
    }

    @Test
    void shouldSayThatThereWasNothingToForgetAndLeaveOthersAlone() {
        hapax.sends("hooks", "k", VALUE);

        forget("c1", "h:11");
        forget("c2", "1");
        hapax.sends("hooks", "k", VALUE);

        assertThat(receipts())
                .hasSize(2)
                .allSatisfy(receipt ->
                        assertThat(((Command.Forgotten) receipt).entries()).isZero());
        assertThat(hapax.decisions()).hasSize(1);
    }

    @Test
    void shouldNotLetACommandMoveTheTimeOfTheStream() {
        hapax.sends("hooks", "k", VALUE);
        hapax.passes(Duration.ofDays(30));

        forget("c1", "h:2");
        hapax.sends("hooks", "k", "{\"id\":\"3\"}", NOW);

        assertThat(hapax.quarantine()).isEmpty();
        assertThat(hapax.decisions()).hasSize(2);
    }

    @Test
    void shouldRefuseWhatIsNoCommandAndGoOn() {
        byte[] forget = CommandFormat.write(new Command.Forget("c1", "h:1", "ada", "why not", NOW));
        hapax.sends("hooks", "k", VALUE);

        hapax.sends(COMMANDS, null, null);
        hapax.sends(COMMANDS, "h:1", "no JSON");
        hapax.sends(COMMANDS, "h:1", "{\"schema\":\"hapax.command/1\",\"command\":\"drop\",\"id\":\"c0\"}");
        hapax.sendsBytes(COMMANDS, "h:2".getBytes(StandardCharsets.UTF_8), forget, NOW);
        hapax.sendsBytes(COMMANDS, null, forget, NOW);
        hapax.sends(COMMANDS, "x".repeat(70_000), "y".repeat(900_000));
        hapax.sends("hooks", "k", VALUE);

        assertThat(receipts())
                .hasSize(6)
                .allSatisfy(receipt -> assertThat(receipt).isInstanceOf(Command.Refused.class));
        assertThat(receipts())
                .extracting(Command::id)
                .containsExactly("unknown", "unknown", "c0", "c1", "c1", "unknown");
        assertThat(((Command.Refused) receipts().get(2)).explanation()).contains("drop", "forget");
        assertThat(((Command.Refused) receipts().get(3)).explanation()).contains("keyed by the identity", "h:2");
        assertThat(last(hapax.commands()).key()).isNull();
        assertThat(hapax.decisions()).hasSize(1);
        assertThat(hapax.duplicates()).hasSize(1);
    }

    private void forget(String id, String identity) {
        byte[] command = CommandFormat.write(new Command.Forget(id, identity, "ada", "sent to the wrong address", NOW));
        hapax.sendsBytes(COMMANDS, identity.getBytes(StandardCharsets.UTF_8), command, hapax.now());
    }

    private List<Command> receipts() {
        return hapax.commands().stream()
                .map(record -> CommandFormat.read(Objects.requireNonNull(record.value())))
                .toList();
    }
}
