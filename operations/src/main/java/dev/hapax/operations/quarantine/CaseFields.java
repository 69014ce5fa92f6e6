package dev.hapax.operations.quarantine;

import dev.hapax.domain.Header;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cases as scripts read them. */
public final class CaseFields {

    private CaseFields() {}

    public static Map<String, @Nullable Object> of(Case found) {
        Case.Summary summary = found.summary();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("case", summary.id().toString());
        fields.put("state", found.state().code());
        fields.put("owner", found.owner());
        fields.put("reason", summary.reason());
        fields.put("disposition", summary.disposition());
        fields.put("phase", summary.phase());
        fields.put("nextAction", summary.nextAction());
        fields.put("explanation", summary.explanation());
        fields.put("source", summary.source());
        fields.put("identity", summary.identity());
        fields.put("attempts", summary.attempts());
        fields.put("generation", summary.generation());
        fields.put("quarantinedAt", summary.at().toString());
        fields.put("stored", summary.stored().toString());
        fields.put("bytes", summary.bytes() < 0 ? null : summary.bytes());
        fields.put("preview", summary.preview());
        return fields;
    }

    public static Map<String, @Nullable Object> of(CaseCount.Group group) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("reason", group.reason());
        fields.put("count", group.count());
        fields.put("example", group.example().id().toString());
        fields.put("explanation", group.example().explanation());
        return fields;
    }

    public static Map<String, @Nullable Object> of(Case.Details details) {
        Quarantined latest = details.latest();
        Map<String, @Nullable Object> fields = of(details.asCase());
        fields.put("cause", latest.header(HeaderNames.ERROR_EXCEPTION));
        fields.put("stackTrace", latest.headerOrNull(HeaderNames.ERROR_STACKTRACE));
        fields.put("timestamp", latest.original().timestamp());
        fields.put("key", base64(latest.original().key()));
        fields.put("value", base64(latest.original().value()));
        fields.put("omitted", omitted(latest));
        Payload payload = Payload.of(latest.original().value());
        fields.put("payloadKind", payload.kind());
        fields.put("payload", payload.kind().equals("binary") ? null : payload.text());
        fields.put("payloadCut", payload.cut());
        fields.put(
                "headers",
                latest.original().headers().stream().map(CaseFields::header).toList());
        fields.put(
                "history",
                details.file().history().stream().map(CaseFields::change).toList());
        fields.put(
                "failures",
                details.failures().stream()
                        .map(failure -> Map.of(
                                "attempt", failure.attempts(),
                                "generation", failure.generation(),
                                "reason", failure.header(HeaderNames.REASON),
                                "at", failure.at().toString(),
                                "stored", failure.stored().toString()))
                        .toList());
        return fields;
    }

    /** Null unless parts of the original were too large for quarantine. */
    private static @Nullable Map<String, @Nullable Object> omitted(Quarantined record) {
        String parts = record.omitted();
        if (parts == null) {
            return null;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("parts", List.of(parts.split(",", -1)));
        fields.put("keyBytes", record.headerOrNull(HeaderNames.KEY_BYTES));
        fields.put("keySha256", record.headerOrNull(HeaderNames.KEY_SHA256));
        fields.put("valueBytes", record.headerOrNull(HeaderNames.VALUE_BYTES));
        fields.put("valueSha256", record.headerOrNull(HeaderNames.VALUE_SHA256));
        fields.put("headersCount", record.headerOrNull(HeaderNames.HEADERS_COUNT));
        fields.put("headersSha256", record.headerOrNull(HeaderNames.HEADERS_SHA256));
        fields.put("original", record.id().toString());
        return fields;
    }

    public static Map<String, @Nullable Object> of(CaseAction.Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("case", result.id().toString());
        fields.put("result", result.kind().name().toLowerCase(Locale.ROOT));
        fields.put("said", result.said());
        return fields;
    }

    /** @param outcome what became of the replay; null where nobody waited for it, or nothing was replayed */
    public static Map<String, @Nullable Object> of(CaseAction.Result result, @Nullable ReplayOutcome outcome) {
        Map<String, @Nullable Object> fields = of(result);
        fields.put("outcome", outcome == null ? null : outcome.fields(outcome.said()));
        return fields;
    }

    private static List<@Nullable String> header(Header header) {
        byte[] value = header.value();
        return value == null
                ? Arrays.asList(header.name(), null)
                : List.of(header.name(), new String(value, StandardCharsets.UTF_8));
    }

    private static Map<String, @Nullable Object> change(CaseFile.Change change) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("at", change.at().toString());
        fields.put("actor", change.actor());
        fields.put("action", change.action().code());
        fields.put("reason", change.reason());
        fields.put("detail", change.detail());
        return fields;
    }

    private static @Nullable String base64(byte @Nullable [] bytes) {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }
}
