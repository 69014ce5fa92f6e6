package dev.hapax.testkit;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import dev.hapax.testkit.SameAnswers.Subject;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A reader of a format, each of whose methods is called for each message. */
final class FormatSubject implements Subject<Input> {

    private static final Set<Reason> DOCUMENTED = Set.of(Reason.UNREADABLE, Reason.INVALID);

    private final String called;
    private final FormatReader reader;
    private final Set<String> fields;
    private final boolean textOnly;
    /** Read between a message and the look at its content: a reader must not lend the same buffer twice. */
    private final Input distraction;

    FormatSubject(String called, FormatReader reader, Set<String> fields, boolean textOnly, Input distraction) {
        this.called = called;
        this.reader = reader;
        this.fields = new TreeSet<>(fields);
        this.textOnly = textOnly;
        this.distraction = distraction;
    }

    @Override
    public String description() {
        return "fields " + fields;
    }

    @Override
    public void open() {
        reader.open();
    }

    @Override
    public void close() {
        reader.close();
    }

    @Override
    public String answer(Input input) {
        Attempt<Content> content = attempt(input, reader::read);
        Attempt<Fingerprint> digest = attempt(input, reader::digest);
        Attempt<FormatReader.Whole> whole = attempt(input, reader::readWhole);
        Attempt<Content> unused = attempt(distraction, reader::read);

        String read = content.result() == null ? content.refusal() : shown(input, content.result());
        String digested =
                digest.result() == null ? digest.refusal() : digest.result().toString();
        FormatReader.Whole both = whole.result();
        String wholeRead = both == null ? whole.refusal() : shown(input, both.content());
        String wholeDigested = both == null ? whole.refusal() : both.digest().toString();
        if (both != null
                && !(read.equals(wholeRead)
                        && (digested.equals(wholeDigested) || both.content().isTombstone()))) {
            throw new AssertionError(called + ": readWhole differs from read and digest.\n  input:  " + input
                    + "\n  read, digest: " + read + ", " + digested + "\n  readWhole:    " + wholeRead + ", "
                    + wholeDigested);
        }
        return both == null ? read + ", " + digested + ", " + wholeRead : read + ", fingerprint " + wholeDigested;
    }

    private <T> Attempt<T> attempt(Input input, Reading<T> reading) {
        Attempt<T> attempt;
        try {
            T result = reading.of(input.message());
            if (result == null) {
                throw new AssertionError(called + " returns null for " + input);
            }
            attempt = new Attempt<>(result, "");
        } catch (RefusedException e) {
            attempt = refused(input, e);
        } catch (UnavailableException e) {
            throw new AssertionError(
                    called + " is unavailable for " + input + ": " + e.getMessage()
                            + ". Start what it connects to, or check a format with a stand-in.",
                    e);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(
                    called + " throws " + e + " for " + input
                            + ". Throw a RefusedException: UNREADABLE if it is not of the format, INVALID if it says"
                            + " something that cannot be.",
                    e);
        }
        if (!input.isIntact()) {
            throw new AssertionError(called + " changes the bytes of the message it reads.\n  input:  " + input
                    + "\n  now:    " + Input.shown(input.message().value()));
        }
        return attempt;
    }

    private <T> Attempt<T> refused(Input input, RefusedException e) {
        if (!DOCUMENTED.contains(e.reason())) {
            throw new AssertionError(
                    called + " refuses " + input + " as " + e.reason() + ". Use UNREADABLE or INVALID.", e);
        }
        if (e.getMessage() == null || e.getMessage().isBlank()) {
            throw new AssertionError(called + " refuses " + input + " without an explanation", e);
        }
        return new Attempt<>(null, e.reason() + ": " + e.getMessage());
    }

    private String shown(Input input, Content content) {
        if (content.isTombstone() != (input.value() == null)) {
            throw new AssertionError(called + (content.isTombstone() ? " takes " : " does not take ") + input
                    + " for a tombstone. A message is one if it has no value, and only then.");
        }
        TreeMap<String, Value> values = new TreeMap<>();
        for (String field : fields) {
            Value value = content.get(field);
            if (value instanceof Value.Amount || value instanceof Value.Flag) {
                refuseIfTextOnly(input, field, value);
            }
            if (value != null) {
                values.put(field, value);
            }
        }
        return values.toString();
    }

    private void refuseIfTextOnly(Input input, String field, Value value) {
        if (textOnly) {
            throw new AssertionError(called + " finds " + value.kind() + " in field " + field + " of " + input
                    + ", although it is textOnly()");
        }
    }

    /** One of the methods of a reader. */
    private interface Reading<T> {
        T of(Message message) throws RefusedException;
    }

    /** A result, or the refusal. */
    private record Attempt<T>(@Nullable T result, String refusal) {}
}
