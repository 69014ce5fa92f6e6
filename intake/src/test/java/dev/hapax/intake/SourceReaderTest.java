package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.bytes;
import static dev.hapax.intake.GivenSource.json;
import static dev.hapax.intake.GivenSource.keyed;
import static dev.hapax.intake.GivenSource.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SourceReaderTest {

    @Test
    void shouldHandOnWhatArrived() {
        Message message = message("{\"id\":\"a-1\"}");

        Intake intake = json("/id").reader().read(message, 7, 2);

        assertThat(intake).isInstanceOfSatisfying(Intake.Arrived.class, arrived -> {
            assertThat(arrived.arrival().source()).isEqualTo("billing");
            assertThat(arrived.arrival().message()).isSameAs(message);
            assertThat(arrived.arrival().generation()).isEqualTo(7);
            assertThat(arrived.arrival().attempts()).isEqualTo(2);
        });
    }

    @Test
    void shouldPutTheNamespaceInFront() {
        assertThat(json("/id")
                        .withNamespace("renewal")
                        .arrives("{\"id\":\"a-1\"}")
                        .identity())
                .isEqualTo("renewal:a-1");
    }

    @Test
    void shouldWriteNumbersAndFlagsAsAPersonWould() {
        assertThat(json("/id").arrives("{\"id\":1e2}").identity()).isEqualTo("100");
        assertThat(json("/id").arrives("{\"id\":100.0}").identity()).isEqualTo("100");
        assertThat(json("/id").arrives("{\"id\":true}").identity()).isEqualTo("true");
    }

    @Test
    void shouldFindTheIdentityByTheNameAFieldWasGiven() {
        GivenSource source = json("contract").withField("contract", "/a/b~1c/1", FieldSettings.Type.TEXT, true);

        assertThat(source.arrives("{\"a\":{\"b/c\":[\"no\",\"yes\"]}}").identity())
                .isEqualTo("yes");
    }

    @Test
    void shouldTakeTheLastOfRepeatedHeaders() {
        GivenSource source = json(new IdentitySettings.Header("id"));

        assertThat(source.arrives(message("{}", "id", "first", "id", "last")).identity())
                .isEqualTo("last");
    }

    @Test
    void shouldTakeTheRecordKey() {
        GivenSource source = json(new IdentitySettings.RecordKey());

        assertThat(source.arrives(keyed(bytes("schlüssel"), bytes("{}"))).identity())
                .isEqualTo("schlüssel");
        assertThat(source.refuses(keyed(null, bytes("{}"))).reason()).isEqualTo(Reason.NO_IDENTITY);
        assertThat(source.refuses(keyed(new byte[0], bytes("{}"))).reason()).isEqualTo(Reason.NO_IDENTITY);
        assertThat(source.refuses(keyed(new byte[] {(byte) 0xC3}, bytes("{}"))).reason())
                .isEqualTo(Reason.INVALID);
    }

    @Test
    void shouldFillATemplate() {
        GivenSource source = json(new IdentitySettings.Template("{{renewal}}:{/contract}:{/cycle}"));

        assertThat(source.arrives("{\"contract\":7,\"cycle\":\"2026-05\"}").identity())
                .isEqualTo("{renewal}:7:2026-05");
        assertThat(source.refuses("{\"contract\":7}").reason()).isEqualTo(Reason.NO_IDENTITY);
    }

    @Test
    void shouldHashChosenFields() {
        GivenSource source = json(new IdentitySettings.ContentHash(List.of("/a", "/b")));

        String identity =
                source.arrives("{\"a\":1,\"b\":{\"x\":1,\"y\":2},\"c\":3}").identity();

        assertThat(identity).hasSize(32);
        assertThat(source.arrives("{ \"c\":4, \"b\":{\"y\":2.0,\"x\":1e0}, \"a\":1 }")
                        .identity())
                .isEqualTo(identity);
        assertThat(source.arrives("{\"a\":1}").identity()).isNotEqualTo(identity);
        assertThat(source.refuses("{\"c\":3}").reason()).isEqualTo(Reason.NO_IDENTITY);
    }

    @Test
    void shouldHashEverythingWhenNothingIsChosen() {
        GivenSource source = json(new IdentitySettings.ContentHash(List.of()));

        Arrival arrival = source.arrives("[1,2]");

        assertThat(arrival.identity()).isEqualTo(arrival.fingerprint().toString());
        assertThat(source.arrives("[2,1]").identity()).isNotEqualTo(arrival.identity());
    }

    @Test
    void shouldRefuseIdentitiesThatCannotBeOne() {
        assertThat(json("/id").refuses("{\"id\":{}}").explanation()).contains("an object");
        assertThat(json("/id").refuses("{\"id\":\"a\\u0000b\"}").explanation()).contains("U+0000");
        assertThat(json("/id").refuses("{\"id\":\"a\\ud800b\"}").explanation()).contains("U+D800");
        assertThat(json("/id").refuses("{\"id\":\"" + "x".repeat(201) + "\"}").explanation())
                .contains("201", "200");
        assertThat(json("/id").refuses("{\"id\":[]}").reason()).isEqualTo(Reason.INVALID);
    }

    @Test
    void shouldAdmitTheUnidentifiedUnderTheirCoordinates() {
        GivenSource source = json("/id").withNamespace("n").keyedByIdentity().admittingTheUnidentified();

        assertThat(source.arrives("{}").identity()).isEqualTo("n:unidentified:messages-3@42");
        assertThat(source.refuses("{\"id\":{}}").reason()).isEqualTo(Reason.INVALID);
    }

    @Test
    void shouldHoldTheProducerToItsKeys() {
        GivenSource source = json("/id").keyedByIdentity();

        Refusal refusal = source.refuses(keyed(bytes("other"), bytes("{\"id\":\"a\"}")));

        assertThat(source.arrives(keyed(bytes("a"), bytes("{\"id\":\"a\"}"))).identity())
                .isEqualTo("a");
        assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
        assertThat(refusal.explanation()).contains("'other'", "'a'");
        assertThat(refusal.identity()).isEqualTo("a");
        assertThat(refusal.fingerprint())
                .isEqualTo(json("/id").arrives("{\"id\":\"a\"}").fingerprint());
    }

    @Test
    void shouldRefuseAPromiseThatCannotHold() {
        assertThatThrownBy(() -> json(new IdentitySettings.RecordKey())
                        .withNamespace("n")
                        .keyedByIdentity()
                        .reader())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyed-by-identity cannot hold");
    }

    @Test
    void shouldCheckTypesAndPresence() {
        GivenSource source = json("/id")
                .withField("amount", "/amount", FieldSettings.Type.NUMBER, true)
                .withField("paid", "/paid", FieldSettings.Type.FLAG, false)
                .withField("note", "/note", FieldSettings.Type.TEXT, false);

        assertThat(source.arrives("{\"id\":1,\"amount\":2}").identity()).isEqualTo("1");
        assertThat(source.arrives("{\"id\":1,\"amount\":2,\"paid\":null,\"note\":\"\"}")
                        .identity())
                .isEqualTo("1");
        assertThat(source.refuses("{\"id\":1}").explanation())
                .isEqualTo("field amount (/amount) is missing; required is a number");
        assertThat(source.refuses("{\"id\":1,\"amount\":null}").explanation()).contains("is null");
        assertThat(source.refuses("{\"id\":1,\"amount\":\"2\"}").explanation()).contains("is text");
        assertThat(source.refuses("{\"id\":1,\"amount\":2,\"paid\":1}").explanation())
                .contains("true or false");
        assertThat(source.refuses("{\"id\":1,\"amount\":2,\"note\":1}").reason())
                .isEqualTo(Reason.INVALID);
    }

    @Test
    void shouldFingerprintChosenFieldsOnly() {
        GivenSource source = json("/id").withFingerprint("/amount", "/to");

        Fingerprint first =
                source.arrives("{\"id\":1,\"amount\":10,\"seen\":1}").fingerprint();

        assertThat(source.arrives("{\"seen\":2,\"amount\":10.0,\"id\":1}").fingerprint())
                .isEqualTo(first);
        assertThat(source.arrives("{\"id\":1,\"amount\":11}").fingerprint()).isNotEqualTo(first);
        assertThat(source.arrives("{\"id\":1,\"amount\":10,\"to\":null}").fingerprint())
                .as("null is not absent")
                .isNotEqualTo(first);
        assertThat(source.arrives("{\"id\":1,\"to\":10}").fingerprint()).isNotEqualTo(first);
        assertThat(source.arrives("{\"id\":1,\"amount\":\"10\"}").fingerprint()).isNotEqualTo(first);
    }

    @Test
    void shouldLetTombstonesPassByHeaderAndKeyOnly() {
        Message tombstone = new Message(GivenSource.AT, 1, bytes("k"), null, List.of());

        Arrival whole = json(new IdentitySettings.RecordKey())
                .withField("amount", "/amount", FieldSettings.Type.NUMBER, true)
                .arrives(tombstone);
        Arrival chosen = json(new IdentitySettings.RecordKey())
                .withFingerprint("/amount")
                .arrives(tombstone);

        assertThat(whole.identity()).isEqualTo("k");
        assertThat(whole.fingerprint()).isEqualTo(chosen.fingerprint());
        assertThat(whole.fingerprint())
                .isNotEqualTo(json(new IdentitySettings.RecordKey())
                        .arrives(keyed(bytes("k"), bytes("null")))
                        .fingerprint());
        assertThat(json("/id").refuses(tombstone).reason()).isEqualTo(Reason.NO_IDENTITY);
        assertThat(json(new IdentitySettings.ContentHash(List.of()))
                        .refuses(tombstone)
                        .reason())
                .isEqualTo(Reason.NO_IDENTITY);
        assertThat(json("/id").classifiedBy("id").shows(tombstone)).matches(Content::isTombstone);
    }

    @Test
    void shouldShowTheClassifierWhatItAskedFor() {
        GivenSource source = json("/id")
                .withField("amount", "/payment/amount", FieldSettings.Type.ANY, false)
                .classifiedBy("amount", "subject", "/payment/currency");

        Content content = source.shows(
                "{\"subject\":\"a\\ud800b \\ud83d\\ude00\",\"payment\":{\"amount\":1.50,\"currency\":\"EUR\"}}");

        assertThat(content.get("amount")).isEqualTo(new Value.Amount(new BigDecimal("1.5")));
        assertThat(content.get("subject")).isEqualTo(new Value.Text("a\uFFFDb \uD83D\uDE00"));
        assertThat(content.get("/payment/currency")).isEqualTo(new Value.Text("EUR"));
        assertThat(content.get("not asked for")).isNull();
    }

    @Test
    void shouldReadOnceForIntakeAndClassifier() {
        GivenSource source = json("/id").withFingerprint("/id").classifiedBy("subject", "amount", "/lines", "none");
        Message message = message("{\"id\":\"a\",\"subject\":\"S\",\"amount\":2.50,\"lines\":[1,{}]}");

        Intake intake = source.reader().read(message, 0, 0);

        assertThat(intake).isInstanceOfSatisfying(Intake.Arrived.class, arrived -> {
            Content content = Objects.requireNonNull(arrived.content());
            for (String name : List.of("subject", "amount", "/lines", "none", "id")) {
                assertThat(content.get(name)).isEqualTo(source.shows(message).get(name));
            }
            assertThat(content.get("subject")).isEqualTo(new Value.Text("S"));
        });
    }

    @Test
    void shouldTakeInWhatOnlyTheClassifierCannotRead() {
        GivenSource source = json("/id").withFingerprint("/id").classifiedBy("amount");
        Message message = message("{\"id\":\"a\",\"amount\":1e99999}");

        Intake intake = source.reader().read(message, 0, 0);

        assertThat(intake)
                .isInstanceOfSatisfying(
                        Intake.Arrived.class,
                        arrived -> assertThat(arrived.content()).isNull());
        assertThatThrownBy(() -> source.reader().content(message)).isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldRefuseWhatIsTooLargeBeforeReadingIt() {
        Refusal refusal = json("/id").refuses("x".repeat(1_000_001));

        assertThat(refusal.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refusal.phase()).isEqualTo(Phase.INTAKE);
        assertThat(refusal.source()).isEqualTo("billing");
        assertThat(refusal.explanation()).contains("1000001", "1000000");
    }

    @Test
    void shouldCallTheBugOfAPlugInInternal() {
        GivenSource nulls = GivenSource.of("broken", new IdentitySettings.Field("id"))
                .withFormats(new BrokenFormat(() -> new NullPointerException("a bug")));
        GivenSource recursion = GivenSource.of("broken", new IdentitySettings.Field("id"))
                .withFormats(new BrokenFormat(StackOverflowError::new));

        assertThat(nulls.refuses("x").reason()).isEqualTo(Reason.INTERNAL);
        assertThat(nulls.refuses("x").cause())
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a bug");
        assertThat(recursion.refuses("x").cause()).isInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> nulls.reader().content(message("x"))).isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldNameTheFormatsThereAre() {
        assertThatThrownBy(() ->
                        GivenSource.of("xml", new IdentitySettings.RecordKey()).reader())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("source billing: format 'xml' is not known; there are cloudevents, json, rfc822");
        assertThatThrownBy(() -> new Formats(List.of(new BrokenFormat(StackOverflowError::new) {
                    @Override
                    public String name() {
                        return "json";
                    }
                })))
                .hasMessageContaining("two formats are called 'json'");
    }

    /** A plug-in with a defect. */
    private static class BrokenFormat implements Format {

        private final Supplier<Throwable> bug;

        BrokenFormat(Supplier<Throwable> bug) {
            this.bug = bug;
        }

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public FormatReader reader(Set<String> fields, ReadLimits limits) {
            return new FormatReader() {
                @Override
                public Content read(Message message) {
                    Throwable thrown = bug.get();
                    if (thrown instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) thrown;
                }

                @Override
                public Fingerprint digest(Message message) {
                    throw new AssertionError("read comes first");
                }
            };
        }
    }
}
