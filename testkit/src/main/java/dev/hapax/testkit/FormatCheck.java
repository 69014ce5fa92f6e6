package dev.hapax.testkit;

import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.Formats;
import dev.hapax.intake.ReadLimits;
import dev.hapax.testkit.SameAnswers.Subject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a format keeps the rules for plug-ins: the same bytes always give the same fields and fingerprint, the bytes stay
 * as they are, and what cannot be read is refused and fails in no other way. Throws an {@link AssertionError} that names the
 * input and both answers.
 *
 * <pre>{@code
 * FormatCheck.ofName("logfmt")
 *         .fields("level", "msg")
 *         .message("level=info msg=\"all well\"")
 *         .alike("msg=\"all well\"   level=info")
 *         .check();
 * }</pre>
 *
 * <p>Each message is also read cut off, damaged and doubled, and so are random bytes, endless nesting and large values. While a
 * check runs it changes the default locale and time zone, and restores them.
 */
public final class FormatCheck {

    private static final ReadLimits LIMITS = new ReadLimits(64);

    private final Format format;
    private final @Nullable Supplier<Format> reloaded;
    private final List<Input> messages = new ArrayList<>();
    /** For each of the messages, which one it must have its fingerprint in common with. */
    private final List<Integer> alike = new ArrayList<>();

    private final Map<Integer, Map<String, Value>> expected = new LinkedHashMap<>();
    private final List<Map<String, String>> refused = new ArrayList<>();
    private Map<String, String> options = Map.of();
    private Set<String> fields = Set.of();

    private FormatCheck(Format format, @Nullable Supplier<Format> reloaded) {
        this.format = format;
        this.reloaded = reloaded;
    }

    /** A format as Hapax finds it: named in {@code META-INF/services}, with a name that a configuration can use. */
    public static FormatCheck ofName(String name) {
        try {
            Format format = Formats.load().named(name);
            return new FormatCheck(format, FreshClasses.of(Format.class, format));
        } catch (IllegalArgumentException e) {
            throw new AssertionError(
                    e.getMessage() + ". Name the format in META-INF/services/" + Format.class.getName() + ".", e);
        }
    }

    /** A format with stand-ins for what it connects to. It is not loaded a second time. */
    public static FormatCheck of(Format format) {
        return new FormatCheck(format, null);
    }

    /** The values of {@code sources[].format-options}. */
    public FormatCheck options(Map<String, String> values) {
        options = Map.copyOf(values);
        return this;
    }

    /** The fields to read, as settings and rules name them. */
    public FormatCheck fields(String... names) {
        fields = Set.of(names);
        return this;
    }

    /** A message that the format can read. Each says something else than those before it, so its fingerprint is another. */
    public FormatCheck message(String value) {
        return message(value.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** The same for bytes and record headers. */
    public FormatCheck message(byte[] value, Map<String, String> headers) {
        return add(value, headers, messages.size());
    }

    /** The message before, written in another way: the fingerprint must be the same. */
    public FormatCheck alike(String value) {
        return alike(value.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** The same for bytes and record headers. */
    public FormatCheck alike(byte[] value, Map<String, String> headers) {
        if (messages.isEmpty()) {
            throw new IllegalStateException("Alike what? Call message(…) first.");
        }
        return add(value, headers, alike.get(alike.size() - 1));
    }

    /** A field that the message before must have. */
    public FormatCheck with(String field, Value value) {
        if (messages.isEmpty()) {
            throw new IllegalStateException("Which message? Call message(…) first.");
        }
        expected.computeIfAbsent(messages.size() - 1, unused -> new HashMap<>()).put(field, value);
        return this;
    }

    /** Options that {@code reader} must refuse with an {@link IllegalArgumentException}. */
    public FormatCheck refuses(Map<String, String> wrong) {
        refused.add(Map.copyOf(wrong));
        return this;
    }

    private FormatCheck add(byte[] value, Map<String, String> headers, int as) {
        messages.add(Input.of("message " + (messages.size() + 1), value, headers));
        alike.add(as);
        return this;
    }

    /** @throws AssertionError when the format breaks a rule */
    public void check() {
        if (messages.isEmpty() || fields.isEmpty()) {
            throw new IllegalStateException("Nothing to read: call fields(…) and message(…) first.");
        }
        checkNames();
        List<Input> inputs = new ArrayList<>(messages);
        inputs.add(Input.of("a tombstone", null, Map.of()));
        inputs.addAll(Rubbish.from(messages));
        new SameAnswers<>(
                        called(),
                        List.copyOf(inputs),
                        messages.size(),
                        () -> subject(format),
                        reloaded == null ? null : () -> subject(reloaded.get()))
                .check();
        checkMessages();
        refused.forEach(this::checkRefused);
    }

    private Subject<Input> subject(Format from) {
        return new FormatSubject(
                called(), reader(from, options), fields, from.textOnly(), messages.get(messages.size() - 1));
    }

    private FormatReader reader(Format from, Map<String, String> wanted) {
        return Objects.requireNonNull(from.reader(fields, LIMITS, wanted), called() + ": reader returns null");
    }

    private void checkNames() {
        for (String option : options.keySet()) {
            if (!format.options().contains(option)) {
                throw new AssertionError(called() + ": option '" + option + "' is not in options(), which lists "
                        + new TreeSet<>(format.options()) + ". Hapax refuses options that are not listed.");
            }
        }
        for (String field : fields) {
            if (!format.mayHave(field)) {
                throw new AssertionError(called() + ": mayHave(\"" + field
                        + "\") is false. Hapax refuses settings that name such a field.");
            }
        }
    }

    /** What was the same each time must also be right. */
    private void checkMessages() {
        try (FormatReader reader = reader(format, options)) {
            reader.open();
            Map<String, Integer> seen = new HashMap<>();
            for (int i = 0; i < messages.size(); i++) {
                checkMessage(i, read(reader, messages.get(i)), seen);
            }
        }
    }

    private FormatReader.Whole read(FormatReader reader, Input message) {
        try {
            return reader.readWhole(message.message());
        } catch (RefusedException e) {
            throw new AssertionError(called() + " refuses " + message + " as " + e.reason() + ": " + e.getMessage(), e);
        }
    }

    private void checkMessage(int index, FormatReader.Whole whole, Map<String, Integer> seen) {
        Integer same = seen.putIfAbsent(whole.digest().toString(), alike.get(index));
        int as = alike.get(index);
        if (same == null && as != index) {
            throw new AssertionError(
                    called() + ": two ways to write one message have different fingerprints.\n  first:  "
                            + messages.get(as) + "\n  second: " + messages.get(index));
        }
        if (same != null && same != as) {
            throw new AssertionError(called() + ": different messages have the same fingerprint, " + whole.digest()
                    + ".\n  first:  " + messages.get(same) + "\n  second: " + messages.get(index));
        }
        expected.getOrDefault(index, Map.of()).forEach((field, value) -> {
            Value found = whole.content().get(field);
            if (!value.equals(found)) {
                throw new AssertionError(called() + ": field " + field + " of " + messages.get(index) + " is " + found
                        + "; expected was " + value);
            }
        });
    }

    private void checkRefused(Map<String, String> wrong) {
        try {
            reader(format, wrong).close();
        } catch (IllegalArgumentException e) {
            if (e.getMessage() == null || e.getMessage().isBlank()) {
                throw new AssertionError(called() + " refuses options " + wrong + " without an explanation", e);
            }
            return;
        } catch (RuntimeException e) {
            throw new AssertionError(
                    called() + " refuses options " + wrong + " with " + e + "; throw an IllegalArgumentException", e);
        }
        throw new AssertionError(called() + " accepts options " + wrong);
    }

    private String called() {
        return "Format " + format.name() + " (" + format.getClass().getName() + ")";
    }
}
