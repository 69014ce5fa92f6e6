package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Peers;
import dev.hapax.admin.Query;
import dev.hapax.guard.GuardAwayException;
import dev.hapax.guard.GuardQueries.Answer;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.keys.GuardKeys;
import dev.hapax.operations.keys.KeyFields;
import dev.hapax.operations.keys.Keys;
import dev.hapax.operations.keys.Remembered;
import dev.hapax.operations.keys.Why;
import dev.hapax.topology.OperatorNames;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** {@code /api/keys}: the guard entries of identities, at every instance. */
final class KeysPart implements ApiPart {

    private static final List<String> LIST_QUERY = List.of("namespace", "limit", "local");
    private static final List<String> WHY_QUERY = List.of("suppressed", "local");

    private final AdminContext context;
    private final ReaderPool readers;
    private final GuardKeys keys;
    private final KeyOwners owners;
    private final KeyList list;
    private final KeyForgetting forgetting;
    private final AuditLog audit;

    /** @param readers closed by its owner */
    KeysPart(AdminContext context, ReaderPool readers, Masking masking) {
        this.context = context;
        this.readers = readers;
        this.keys = new GuardKeys(context.settings());
        this.owners = new KeyOwners(context);
        this.list = new KeyList(context, keys, masking);
        this.forgetting = new KeyForgetting(context);
        this.audit = new AuditLog(context);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/keys", ErrorResponses.of(this::list));
        routes.get("/api/keys/{identity}", ErrorResponses.of(this::why));
        routes.post("/api/keys/{identity}/forget", audit.of("key forget", forgetting::forget));
    }

    /** Whether another instance forwards the request. */
    private static boolean local(Context request) {
        return Requests.flag(request, "local");
    }

    private void list(Context request) {
        Query.only(request, LIST_QUERY);
        String namespace = Requests.text(request, "namespace");
        keys.requireNamespace(namespace);
        int limit = Query.limit(request);
        request.json(local(request) ? list.ofThis(namespace, limit) : list.ofAll(namespace, limit));
    }

    private void why(Context request) {
        Query.only(request, WHY_QUERY);
        String identity = request.pathParam("identity");
        boolean suppressed = Requests.flag(request, "suppressed");
        Map<String, @Nullable Object> fields = guardSays(request, identity, keys.partition(identity));
        if (suppressed) {
            addRecords(request, identity, fields);
        }
        request.json(fields);
    }

    /** The guard entries, from this instance or from the one that guards the identity. */
    private Map<String, @Nullable Object> guardSays(Context request, String identity, int partition) {
        if (context.guard().partitions().contains(partition)) {
            return answer(identity, partition);
        }
        HostInfo owner = local(request) ? null : owners.other(identity, partition);
        if (owner == null) {
            throw ErrorResponses.later(
                    request,
                    "No instance can answer for " + identity + " at the moment: partition " + partition
                            + " of the guard is being moved or restored. Try again when /health/ready returns 200, or read its"
                            + " changelog with 'hapax key why'.");
        }
        String encoded = URLEncoder.encode(identity, StandardCharsets.UTF_8).replace("+", "%20");
        return AdminJson.fields(context.peers().get(owner, "/api/keys/" + encoded + "?local=true"));
    }

    private Map<String, @Nullable Object> answer(String identity, int partition) {
        Answer answer = joined(context.guard().find(partition, identity));
        List<Remembered> remembered = keys.ofOne(answer.entries(), answer.streamTime());
        Map<String, @Nullable Object> fields = KeyFields.of(identity, remembered);
        fields.put("didYouMean", remembered.isEmpty() ? keys.suggestions(identity) : List.of());
        if (!answer.whole()) {
            fields.put("incomplete", true);
        }
        fields.put("answeredBy", Peers.address(context.peers().self()));
        return fields;
    }

    /** The data from topics, which any instance can read. */
    private void addRecords(Context request, String identity, Map<String, @Nullable Object> fields) {
        Why records = readers.read(request, progress -> {
            try (Keys reader = new Keys(new KafkaClients(context.settings()), readers.files(), progress)) {
                return reader.why(identity, List.of());
            }
        });
        Map<String, @Nullable Object> more = KeyFields.of(records);
        for (String field : List.of("suppressed", "quarantined", "commands")) {
            fields.put(field, more.get(field));
        }
        if (records.meant().isEmpty()) {
            fields.put("didYouMean", List.of());
        }
    }

    /** The answer of a guard, or the error. */
    static Answer joined(CompletableFuture<Answer> asked) {
        try {
            return asked.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof GuardAwayException away) {
                throw away;
            }
            if (e.getCause() instanceof TimeoutException) {
                throw new GuardAwayException(
                        "The guard did not answer in time: its task is busy or about to be moved. Try again.");
            }
            throw e;
        }
    }

    /** Finds the instance that guards an identity. */
    static final class KeyOwners {

        private final AdminContext context;

        KeyOwners(AdminContext context) {
            this.context = context;
        }

        /**
         * The other instance that guards it; null if none does at the moment.
         *
         * @param partition the partition of its guard
         */
        @Nullable
        HostInfo other(String identity, int partition) {
            KeyQueryMetadata known;
            try {
                known = context.streams().queryMetadataForKey(OperatorNames.GUARD, identity, new StringSerializer());
            } catch (IllegalStateException | StreamsNotStartedException e) {
                // Not running.
                return null;
            }
            if (known.equals(KeyQueryMetadata.NOT_AVAILABLE)
                    || known.activeHost().equals(context.peers().self())) {
                return null;
            }
            if (known.partition() != partition) {
                throw new GuardAwayException("The input topics of the guard do not have topics.partitions partitions."
                        + " Run 'hapax topics check -c FILE'.");
            }
            // An instance without an address.
            return known.activeHost().port() <= 0 ? null : known.activeHost();
        }
    }
}
