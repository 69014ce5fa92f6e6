package dev.hapax.testkit;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.testkit.SameAnswers.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a classifier keeps the rules for plug-ins: pure, thread-safe, versioned, and never another exception than the
 * documented ones. Throws an {@link AssertionError} that names the input and both answers.
 *
 * <pre>{@code
 * ClassifierCheck.ofType("amount-limits")
 *         .file(Path.of("limits.csv"))
 *         .content(Map.of("amount", 1200, "currency", "EUR"))
 *         .content(Map.of("amount", 3, "currency", "EUR"))
 *         .check();
 * }</pre>
 *
 * <p>Each content is also judged without each of its fields, and with each field as a value of another kind. A tombstone and
 * an empty content are always judged. While a check runs it changes the default locale and time zone, and restores them.
 */
public final class ClassifierCheck {

    private final ClassifierProvider provider;
    private final @Nullable Supplier<ClassifierProvider> reloaded;
    private final List<Sample> contents = new ArrayList<>();
    private final List<ClassifierSettings> otherVersions = new ArrayList<>();
    private final List<ClassifierSettings> refused = new ArrayList<>();
    private ClassifierSettings settings;

    private ClassifierCheck(ClassifierProvider provider, @Nullable Supplier<ClassifierProvider> reloaded) {
        this.provider = provider;
        this.reloaded = reloaded;
        this.settings = new ClassifierSettings("checked", provider.type(), null, Map.of());
    }

    /** A classifier as Hapax finds it: named in {@code META-INF/services}, with a type that a configuration can name. */
    public static ClassifierCheck ofType(String type) {
        TreeSet<String> types = new TreeSet<>();
        for (ClassifierProvider provider :
                ServiceLoader.load(ClassifierProvider.class, ClassifierProvider.class.getClassLoader())) {
            if (provider.type().equals(type)) {
                return new ClassifierCheck(provider, FreshClasses.of(ClassifierProvider.class, provider));
            }
            types.add(provider.type());
        }
        throw new AssertionError("ServiceLoader finds no classifier of type '" + type + "', only " + types
                + ". Name its provider in META-INF/services/" + ClassifierProvider.class.getName() + ".");
    }

    /** A classifier with stand-ins for what it connects to. It is not loaded a second time. */
    public static ClassifierCheck of(ClassifierProvider provider) {
        return new ClassifierCheck(provider, null);
    }

    /** The value of {@code classifiers.NAME.file}. */
    public ClassifierCheck file(Path file) {
        settings = with(file, settings.options());
        return this;
    }

    /** The values of {@code classifiers.NAME.options}. */
    public ClassifierCheck options(Map<String, String> options) {
        settings = with(settings.file(), options);
        return this;
    }

    /**
     * A content to judge.
     *
     * @param fields text, numbers, true or false, or {@link dev.hapax.domain.Value}, by field name
     */
    public ClassifierCheck content(Map<String, ?> fields) {
        contents.add(Sample.of(fields));
        return this;
    }

    /** Other options, under which a judgement can be another one: the version must be another one too. */
    public ClassifierCheck otherVersionWith(Map<String, String> options) {
        otherVersions.add(with(settings.file(), options));
        return this;
    }

    /** Another file, under which a judgement can be another one: the version must be another one too. */
    public ClassifierCheck otherVersionWith(Path file) {
        otherVersions.add(with(file, settings.options()));
        return this;
    }

    /** Options that {@code create} must refuse with an {@link IllegalArgumentException}. */
    public ClassifierCheck refuses(Map<String, String> options) {
        refused.add(with(settings.file(), options));
        return this;
    }

    /** A file that {@code create} must refuse with an {@link IllegalArgumentException}. */
    public ClassifierCheck refuses(Path file) {
        refused.add(with(file, settings.options()));
        return this;
    }

    /** @throws AssertionError when the classifier breaks a rule */
    public void check() {
        if (contents.isEmpty()) {
            throw new IllegalStateException("Nothing to judge: call content(…) first.");
        }
        List<Sample> samples = new ArrayList<>(contents);
        samples.add(Sample.of(Map.of()));
        samples.add(Sample.tombstone());
        contents.forEach(content -> samples.addAll(content.variations()));
        new SameAnswers<>(
                        called(),
                        List.copyOf(samples),
                        samples.size(),
                        () -> subject(provider),
                        reloaded == null ? null : () -> subject(reloaded.get()))
                .check();
        otherVersions.forEach(this::checkVersion);
        refused.forEach(this::checkRefused);
    }

    private Subject<Sample> subject(ClassifierProvider from) {
        return new ClassifierSubject(called(), created(from, settings));
    }

    private Classifier created(ClassifierProvider from, ClassifierSettings wanted) {
        Classifier classifier = from.create(wanted);
        if (classifier == null) {
            throw new AssertionError(called() + ": create returns null");
        }
        return classifier;
    }

    private void checkVersion(ClassifierSettings other) {
        String version = created(provider, settings).version();
        if (created(provider, other).version().equals(version)) {
            throw new AssertionError(called() + " has the same version for two settings: " + version + "\n  first:  "
                    + shown(settings) + "\n  second: " + shown(other)
                    + "\nInclude a hash of every option and file that a judgement depends on.");
        }
    }

    private void checkRefused(ClassifierSettings wrong) {
        try {
            Classifier unused = created(provider, wrong);
        } catch (IllegalArgumentException e) {
            if (e.getMessage() == null || e.getMessage().isBlank()) {
                throw new AssertionError(called() + " refuses " + shown(wrong) + " without an explanation", e);
            }
            return;
        } catch (RuntimeException e) {
            throw new AssertionError(
                    called() + " refuses " + shown(wrong) + " with " + e + "; throw an IllegalArgumentException", e);
        }
        throw new AssertionError(called() + " accepts " + shown(wrong));
    }

    private ClassifierSettings with(@Nullable Path file, Map<String, String> options) {
        return new ClassifierSettings(settings.name(), settings.type(), file, options);
    }

    private String called() {
        return "Classifier " + settings.type() + " (" + provider.getClass().getName() + ")";
    }

    private static String shown(ClassifierSettings settings) {
        return "file " + settings.file() + ", options " + settings.options();
    }
}
