package dev.hapax.app.quarantine;

import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.domain.Header;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFile;
import dev.hapax.operations.quarantine.Payload;
import dev.hapax.operations.quarantine.Quarantined;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One case on a page. */
final class CasePage {

    private static final int LINES = 30;
    private static final int BYTES = 256;
    private static final int TRACE_LINES = 6;
    private static final int HEADERS = 50;
    private static final int LONGEST_VALUE = 100;

    private final Case.Details details;
    private final Path configFile;
    private final boolean whole;
    private final Terminal terminal;
    private final StringBuilder text = new StringBuilder();

    CasePage(Case.Details details, Path configFile, boolean whole, Terminal terminal) {
        this.details = details;
        this.configFile = configFile;
        this.whole = whole;
        this.terminal = terminal;
    }

    String text() {
        head();
        payload();
        headers();
        history();
        nextSteps();
        return text.toString();
    }

    private void head() {
        Case found = details.asCase();
        Quarantined latest = details.latest();
        String owner = found.owner();
        line("case", latest.id().toString());
        line(
                "state",
                terminal.paint(CaseText.colour(found.state()), found.state().code())
                        + (owner == null ? "" : ", assigned to " + owner));
        line(
                "code",
                found.summary().reason() + " (" + found.summary().disposition() + ") in "
                        + found.summary().phase());
        line("why", safe(found.summary().explanation()));
        line("cause", latest.header(HeaderNames.ERROR_EXCEPTION));
        line("identity", safe(latest.header(HeaderNames.IDENTITY)));
        line("source", latest.header(HeaderNames.SOURCE));
        line("event time", Instant.ofEpochMilli(latest.original().timestamp()).toString());
        line("quarantined", latest.at() + ", " + latest.stored());
        line("attempts", latest.attempts() + ", generation " + latest.generation());
        String trace = latest.headerOrNull(HeaderNames.ERROR_STACKTRACE);
        if (trace != null) {
            title("Stack trace");
            lines(safe(trace), whole ? Integer.MAX_VALUE : TRACE_LINES);
        }
    }

    private void payload() {
        byte[] value = details.latest().original().value();
        String omitted = details.latest().omitted();
        if (omitted != null) {
            omitted(details.latest(), omitted);
        }
        if (value == null && omitted != null && omitted.contains("value")) {
            return;
        }
        if (value == null) {
            title("Payload: none (a tombstone)");
            return;
        }
        Payload payload = whole ? Payload.whole(value) : Payload.of(value);
        if (!payload.kind().equals("binary")) {
            title("Payload as " + payload.kind());
            lines(safe(payload.text()), whole ? Integer.MAX_VALUE : LINES);
            if (whole && payload.cut()) {
                text.append("… cut. Use 'hapax quarantine export' for all of it.\n");
            }
        }
        title("Payload, " + value.length + " bytes");
        text.append(Payload.hex(value, whole ? value.length : BYTES));
        if (!whole && value.length > BYTES) {
            text.append("… ").append(value.length - BYTES).append(" more bytes. Add --whole.\n");
        }
    }

    private void omitted(Quarantined record, String parts) {
        title("Not stored, because larger than quarantine.max-record-bytes: " + parts);
        line("original", record.id().toString());
        line("value", digest(record, HeaderNames.VALUE_BYTES, HeaderNames.VALUE_SHA256, "bytes"));
        line("key", digest(record, HeaderNames.KEY_BYTES, HeaderNames.KEY_SHA256, "bytes"));
        line("headers", digest(record, HeaderNames.HEADERS_COUNT, HeaderNames.HEADERS_SHA256, "headers"));
    }

    private static String digest(Quarantined record, String length, String sha256, String unit) {
        String count = record.header(length);
        return count.isEmpty() ? "" : count + " " + unit + ", SHA-256 " + record.header(sha256);
    }

    private void headers() {
        byte[] key = details.latest().original().key();
        title("Key and headers of the original");
        text.append("(key): ").append(value(key)).append('\n');
        List<Header> headers = details.latest().original().headers();
        int shown = whole ? headers.size() : Math.min(headers.size(), HEADERS);
        for (Header header : headers.subList(0, shown)) {
            text.append(safe(header.name()))
                    .append(": ")
                    .append(value(header.value()))
                    .append('\n');
        }
        if (shown < headers.size()) {
            text.append("… ").append(headers.size() - shown).append(" more headers. Add --whole.\n");
        }
    }

    private static String value(byte @Nullable [] bytes) {
        return bytes == null ? "(none)" : shortened(new String(bytes, StandardCharsets.UTF_8));
    }

    private static String shortened(String text) {
        String line = CaseText.line(text);
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE - 1) + "…";
    }

    private void history() {
        title("History");
        for (int i = details.failures().size() - 1; i >= 0; i--) {
            Quarantined failure = details.failures().get(i);
            text.append(failure.at()).append("  quarantined as ").append(failure.header(HeaderNames.REASON));
            text.append(", attempt ").append(failure.attempts()).append('\n');
        }
        for (CaseFile.Change change : details.file().history()) {
            text.append(change.at())
                    .append("  ")
                    .append(change.action().code())
                    .append(" by ")
                    .append(safe(change.actor()));
            String reason = change.reason();
            String detail = change.detail();
            text.append(reason == null ? "" : ": " + safe(reason)).append('\n');
            if (detail != null) {
                safe(detail)
                        .lines()
                        .forEach(line -> text.append("    ").append(line).append('\n'));
            }
        }
    }

    private void nextSteps() {
        Case.State state = details.asCase().state();
        title("Next steps");
        if (state.resolved()) {
            text.append("None: the case is ").append(state.code()).append(".\n");
            return;
        }
        details.nextSteps(configFile.toString())
                .values()
                .forEach(step -> text.append(step).append('\n'));
    }

    private void line(String name, String value) {
        if (!value.isEmpty()) {
            text.append(String.format("%-12s %s%n", name, value));
        }
    }

    private void title(String title) {
        text.append('\n').append(terminal.paint(Colour.HEADING, title)).append('\n');
    }

    private void lines(String value, int most) {
        long count = value.lines().count();
        value.lines().limit(most).forEach(line -> text.append(line).append('\n'));
        if (count > most) {
            text.append("… ").append(count - most).append(" more lines. Add --whole.\n");
        }
    }

    /** Text from messages must not move the cursor. */
    private static String safe(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "·");
    }
}
