package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.GuardQueries.Answer;
import dev.hapax.masking.Masking;
import dev.hapax.operations.keys.GuardKeys;
import dev.hapax.operations.keys.KeyFields;
import dev.hapax.operations.keys.Remembered;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** The newest guard entries, of this instance or of all. */
final class KeyList {

    private final AdminContext context;
    private final GuardKeys keys;
    private final Masking masking;

    KeyList(AdminContext context, GuardKeys keys, Masking masking) {
        this.context = context;
        this.keys = keys;
        this.masking = masking;
    }

    Map<String, @Nullable Object> ofThis(@Nullable String namespace, int limit) {
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        GuardQueries guard = context.guard();
        for (int partition : guard.partitions()) {
            asked.add(guard.newest(partition, (entry, time) -> keys.matches(namespace, entry, time), limit + 1));
        }
        List<Remembered> found = new ArrayList<>();
        boolean whole = true;
        for (CompletableFuture<Answer> question : asked) {
            Answer answer = KeysPart.joined(question);
            found.addAll(keys.ofMany(answer.entries(), answer.streamTime()));
            whole &= answer.whole();
        }
        List<JsonNode> items = new ArrayList<>();
        found.forEach(remembered -> items.add(AdminJson.tree(fields(remembered))));
        return answer(items, !whole, limit, List.of());
    }

    private Map<String, @Nullable Object> fields(Remembered remembered) {
        Map<String, @Nullable Object> fields = KeyFields.of(remembered);
        fields.put(
                "identity",
                masking.identity(remembered.name(), remembered.entry().first().topic()));
        return fields;
    }

    Map<String, @Nullable Object> ofAll(@Nullable String namespace, int limit) {
        Map<String, @Nullable Object> own = ofThis(namespace, limit);
        List<JsonNode> items = new ArrayList<>();
        AdminJson.tree(own).path("items").forEach(items::add);
        boolean more = Boolean.TRUE.equals(own.get("more"));
        List<String> missing = new ArrayList<>();
        String path = "/api/keys?local=true&limit=" + limit
                + (namespace == null ? "" : "&namespace=" + URLEncoder.encode(namespace, StandardCharsets.UTF_8));
        for (HostInfo peer : context.peers().others()) {
            try {
                JsonNode answer = context.peers().get(peer, path);
                answer.path("items").forEach(items::add);
                more |= answer.path("more").asBoolean();
            } catch (ProblemException e) {
                missing.add(Peers.address(peer));
            }
        }
        return answer(items, more, limit, missing);
    }

    private static Map<String, @Nullable Object> answer(
            List<JsonNode> items, boolean more, int limit, List<String> missing) {
        items.sort(Comparator.comparing(
                        (JsonNode item) -> Instant.parse(item.path("eventTime").asText()))
                .reversed());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("items", items.subList(0, Math.min(limit, items.size())));
        answer.put("more", more || items.size() > limit);
        answer.put("missing", missing);
        return answer;
    }
}
