package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.delivery.MessageFields;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of mails, for lists. The store of the ledger has a mail on one instance, so the others ask that one, once for all
 * mails of a list. A subject that nobody can tell at the moment is left out: a list must not wait for an instance that is gone.
 */
final class DeliverySubjects {

    private static final int MOST_KEPT = 5_000;
    private static final int LONGEST = 200;
    /** A request line is limited, and an id may have 512 characters. */
    private static final int LONGEST_QUERY = 4_000;

    /** An instance that did not answer is not asked again for so long. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final DeliveryContent content;
    private final MessageFields fields;
    private final Peers peers;
    private final DeliverySettings settings;
    private final Clock clock;
    private final Map<HostInfo, Instant> silent = new ConcurrentHashMap<>();

    /** By SHA-256; the least recently used is forgotten. Empty for a mail without one. */
    private final Map<String, String> kept = new LinkedHashMap<>(16, 0.75f, true);

    DeliverySubjects(
            DeliveryContent content, MessageFields fields, Peers peers, DeliverySettings settings, Clock clock) {
        this.content = content;
        this.fields = fields;
        this.peers = peers;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * By delivery id; without those that are no mails, have none, or can't be told.
     *
     * @param local whether to ask no other instance
     */
    Map<String, String> of(Collection<Delivery> deliveries, boolean local) {
        Map<String, String> subjects = new HashMap<>();
        Map<HostInfo, List<Delivery>> elsewhere = new LinkedHashMap<>();
        for (Delivery delivery : deliveries) {
            ChannelSettings channel = settings.channels().get(delivery.draft().channel());
            if (channel == null || channel.smtp() == null) {
                continue;
            }
            String subject = here(delivery);
            if (subject != null) {
                subjects.put(delivery.id(), subject);
            } else if (!local) {
                HostInfo owner = content.owner(delivery.id());
                if (owner != null && !owner.equals(peers.self())) {
                    elsewhere.computeIfAbsent(owner, one -> new ArrayList<>()).add(delivery);
                }
            }
        }
        elsewhere.forEach((owner, theirs) -> ask(owner, theirs, subjects));
        subjects.values().removeIf(String::isEmpty);
        return subjects;
    }

    /** Empty for a mail without one; null if this instance does not have the mail. */
    private @Nullable String here(Delivery delivery) {
        String sha256 = delivery.draft().sha256();
        String known = known(sha256);
        if (known != null) {
            return known;
        }
        byte[] artifact = artifact(delivery);
        if (artifact == null) {
            return null;
        }
        String subject = fields.subject(artifact);
        return keep(sha256, subject == null ? "" : subject);
    }

    private byte @Nullable [] artifact(Delivery delivery) {
        try {
            return content.find(delivery).artifact();
        } catch (OperationException e) {
            // A campaign that this configuration can't write: its page says why.
            return null;
        }
    }

    private @Nullable String known(String sha256) {
        synchronized (kept) {
            return kept.get(sha256);
        }
    }

    private String keep(String sha256, String subject) {
        String shorter = subject.substring(0, Math.min(subject.length(), LONGEST));
        synchronized (kept) {
            kept.put(sha256, shorter);
            if (kept.size() > MOST_KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return shorter;
    }

    private void ask(HostInfo owner, List<Delivery> theirs, Map<String, String> subjects) {
        Instant until = silent.get(owner);
        if (until != null && clock.instant().isBefore(until)) {
            return;
        }
        Map<String, String> sha256 = new HashMap<>();
        theirs.forEach(delivery -> sha256.put(delivery.id(), delivery.draft().sha256()));
        try {
            for (String query : queries(theirs)) {
                for (JsonNode item : peers.get(owner, "/api/deliveries?local=true&limit=500" + query)
                        .path("items")) {
                    String id = item.path("id").asText();
                    String same = sha256.get(id);
                    if (same != null
                            && same.equals(item.path("sha256").asText())
                            && item.path("subject").isTextual()) {
                        subjects.put(id, keep(same, item.path("subject").asText()));
                    }
                }
            }
            silent.remove(owner);
        } catch (ProblemException e) {
            silent.put(owner, clock.instant().plus(SILENCE));
        }
    }

    private static List<String> queries(List<Delivery> deliveries) {
        List<String> queries = new ArrayList<>();
        StringBuilder query = new StringBuilder();
        for (Delivery delivery : deliveries) {
            String id = "&id=" + URLEncoder.encode(delivery.id(), StandardCharsets.UTF_8);
            if (query.length() > 0 && query.length() + id.length() > LONGEST_QUERY) {
                queries.add(query.toString());
                query.setLength(0);
            }
            query.append(id);
        }
        queries.add(query.toString());
        return queries;
    }
}
