package dev.hapax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.UndecidableException;
import dev.hapax.classify.rules.RulesProvider;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.UnavailableException;
import dev.hapax.domain.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classifiers that break one rule each, and are caught. */
class ClassifierCheckTest {

    @Test
    void shouldPassAPureClassifier() {
        assertThatCode(() -> check(GivenClassifier::new).check()).doesNotThrowAnyException();
        assertThatCode(() -> ClassifierCheck.ofType("registered")
                        .content(Map.of("amount", 12))
                        .check())
                .doesNotThrowAnyException();
    }

    @Test
    void shouldPassTheRulesThatComeWithHapax(@TempDir Path folder) throws Exception {
        Path other = Files.writeString(
                folder.resolve("other.yaml"), "version: 1\nrules: [{id: a, label: b, when: {conditions: [x exists]}}]");

        ClassifierCheck.of(new RulesProvider())
                .content(Map.of("subject", "Payment failed", "amount", 120.5, "sender", "billing@example.org"))
                .content(Map.of("type", "alert", "severity", "critical", "body", "Disk full on db-1"))
                .otherVersionWith(other)
                .refuses(Map.of("threshold", "5"))
                .refuses(folder.resolve("none.yaml"))
                .check();
    }

    @Test
    void shouldCatchAClock() {
        assertCaught(
                () -> new GivenClassifier() {
                    @Override
                    public Judgement classify(Content content) {
                        return judgement("at " + System.currentTimeMillis());
                    }
                },
                "gives different answers for the same input",
                "label=at ",
                "(asked again, in reverse order)");
    }

    @Test
    void shouldCatchACounterAndNameInputAndBothAnswers() {
        assertThatThrownBy(() -> check(() -> {
                            AtomicInteger count = new AtomicInteger();
                            return new GivenClassifier() {
                                @Override
                                public Judgement classify(Content content) {
                                    return judgement("number " + count.incrementAndGet());
                                }
                            };
                        })
                        .check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Classifier given (" + GivenClassifier.Provider.class.getName() + ")")
                .hasMessageContaining("input:  {amount=")
                .hasMessageContaining("first:  Judgement[label=number ")
                .hasMessageContaining("second: Judgement[label=number ");
    }

    @Test
    void shouldCatchWhatDependsOnTheMessageBefore() {
        assertCaught(
                () -> new GivenClassifier() {
                    private final Set<String> seen = new HashSet<>();

                    @Override
                    public synchronized Judgement classify(Content content) {
                        return judgement(seen.add(String.valueOf(content.get("amount"))) ? "new" : "known");
                    }
                },
                "label=new",
                "label=known");
    }

    @Test
    void shouldCatchABufferThatThreadsShare() {
        assertCaught(
                () -> new GivenClassifier() {
                    private volatile @Nullable Value current;

                    @Override
                    public Judgement classify(Content content) {
                        current = content.get("amount");
                        LockSupport.parkNanos(1_000);
                        return judgement("amount " + current);
                    }
                },
                "(asked from several threads at once)");
    }

    @Test
    void shouldCatchStateThatCloseDestroys() {
        assertCaught(
                () -> new GivenClassifier() {
                    private boolean closed;

                    @Override
                    public Judgement classify(Content content) {
                        return judgement(closed ? "closed" : "open");
                    }

                    @Override
                    public void close() {
                        closed = true;
                    }
                },
                "(after close and open)");
    }

    @Test
    void shouldCatchInstancesThatDiffer() {
        AtomicInteger instances = new AtomicInteger();

        assertCaught(
                () -> {
                    int number = instances.incrementAndGet();
                    return new GivenClassifier() {
                        @Override
                        public Judgement classify(Content content) {
                            return judgement("instance " + number);
                        }
                    };
                },
                "(from a second instance)");
    }

    @Test
    void shouldCatchStateInStaticFields() {
        ClassifierCheck check = ClassifierCheck.ofType("registered")
                .options(Map.of("broken", "true"))
                .content(Map.of("amount", 12));

        assertThatThrownBy(check::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("(from an instance whose classes were loaded again)");
    }

    @Test
    void shouldCatchTheLocaleAndTheTimeZoneOfTheMachine() {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();

        assertCaught(
                labelled(content -> "%.2f".formatted(1.5)),
                "(with the locale tr-TR and the time zone Pacific/Kiritimati)");
        assertCaught(
                labelled(content -> LocalDateTime.of(2026, 1, 1, 0, 0)
                        .atZone(ZoneId.systemDefault())
                        .toInstant()
                        .toString()),
                "(with the locale tr-TR and the time zone Pacific/Kiritimati)");
        assertThat(Locale.getDefault()).isEqualTo(locale);
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
    }

    @Test
    void shouldCatchAFieldThatIsNotDeclared() {
        assertCaught(
                labelled(content -> String.valueOf(content.get("currency"))),
                "asks for field 'currency'",
                "fields() lists only [amount]");
    }

    @Test
    void shouldCatchOtherExceptionsThanTheDocumentedOne() {
        assertCaught(
                labelled(
                        content -> Objects.requireNonNull(content.get("amount")).display()),
                "throws java.lang.NullPointerException for {}");
        assertCaught(
                labelled(content -> {
                    throw new UnavailableException("no route to host");
                }),
                "is unavailable for {amount=12}: no route to host");
    }

    @Test
    void shouldCatchAnswersThatAreNone() {
        assertCaught(
                () -> new GivenClassifier() {
                    @Override
                    @SuppressWarnings("NullAway") // what a careless plug-in does
                    public Judgement classify(Content content) {
                        return null;
                    }
                },
                "returns null for {amount=12}");
        assertCaught(
                () -> new GivenClassifier() {
                    @Override
                    public Judgement classify(Content content) {
                        return new Judgement("a", true, 101, "b", "c");
                    }
                },
                "returns the score 101");
        assertCaught(
                () -> new GivenClassifier() {
                    @Override
                    public Judgement classify(Content content) throws UndecidableException {
                        throw new UndecidableException(" ");
                    }
                },
                "does not say why it cannot decide {amount=12}");
    }

    @Test
    void shouldCatchAVersionThatIsAnotherOneEachTime() {
        AtomicInteger instances = new AtomicInteger();

        assertCaught(
                () -> {
                    String version = "given@" + instances.incrementAndGet();
                    return new GivenClassifier() {
                        @Override
                        public String version() {
                            return version;
                        }
                    };
                },
                "does not describe itself in the same way from a second instance",
                "version given@1, fields [amount]");
    }

    @Test
    void shouldCatchAVersionThatIgnoresTheSettings() {
        ClassifierCheck check = check(GivenClassifier::new).otherVersionWith(Map.of("limit", "7"));

        assertThatThrownBy(check::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has the same version for two settings: given@1")
                .hasMessageContaining("options {limit=7}");
    }

    @Test
    void shouldCatchSettingsThatAreNotRefusedAsTheyShould() {
        assertThatThrownBy(() -> check(GivenClassifier::new)
                        .refuses(Map.of("limit", "many"))
                        .check())
                .hasMessageContaining("accepts file null, options {limit=many}");

        ClassifierCheck careless = checkOf(settings -> {
                    if (!settings.options().isEmpty()) {
                        throw new IllegalStateException("limit");
                    }
                    return new GivenClassifier();
                })
                .refuses(Map.of("limit", "many"));
        assertThatThrownBy(careless::check).hasMessageContaining("throw an IllegalArgumentException");
    }

    @Test
    void shouldNameTheServiceFileWhenAClassifierIsNotFound() {
        assertThatThrownBy(() -> ClassifierCheck.ofType("missing"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no classifier of type 'missing', only [registered, rules]")
                .hasMessageContaining("META-INF/services/dev.hapax.classify.ClassifierProvider");
    }

    @Test
    void shouldRefuseToCheckNothing() {
        assertThatThrownBy(() -> check(GivenClassifier::new).content(Map.of("amount", new Object())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field amount:")
                .hasMessageContaining("is no value of a message");
        assertThatThrownBy(() -> ClassifierCheck.of(new RulesProvider()).check())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call content(…) first");
    }

    private static Supplier<Classifier> labelled(Function<Content, String> label) {
        return () -> new GivenClassifier() {
            @Override
            public Judgement classify(Content content) {
                return judgement(label.apply(content));
            }
        };
    }

    private static void assertCaught(Supplier<Classifier> made, String... texts) {
        assertThatThrownBy(() -> check(made).check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(texts);
    }

    private static ClassifierCheck check(Supplier<Classifier> made) {
        return checkOf(settings -> made.get());
    }

    private static ClassifierCheck checkOf(Function<ClassifierSettings, Classifier> made) {
        return ClassifierCheck.of(new GivenClassifier.Provider(made))
                .content(Map.of("amount", 12))
                .content(Map.of("amount", 3));
    }
}
