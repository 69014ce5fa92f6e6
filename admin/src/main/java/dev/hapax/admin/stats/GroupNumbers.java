package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.Peers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** The total of all instances: the others are queried in parallel, at most once a second. */
final class GroupNumbers {

    private static final long FRESH_NANOS = Duration.ofMillis(900).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    /** An instance that does not answer is skipped for a while, because every request waits for it. */
    private static final long AVOIDED_NANOS = Duration.ofSeconds(5).toNanos();

    private final InstanceNumbers own;
    private final Peers peers;
    private final Executor askers;
    private final Map<HostInfo, Long> avoided = new HashMap<>();
    private final Map<Boolean, Answer> answers = new HashMap<>();

    GroupNumbers(InstanceNumbers own, Peers peers, Executor askers) {
        this.own = own;
        this.peers = peers;
        this.askers = askers;
    }

    /** The responses of the group, and its instances. */
    record Answer(ObjectNode numbers, List<Known> instances, long at) {}

    /** An instance and its response. */
    record Known(String address, boolean self, String state) {}

    synchronized Answer now(boolean withSeries) {
        long now = System.nanoTime();
        Answer fresh = answers.get(withSeries);
        if (fresh == null || now - fresh.at > FRESH_NANOS) {
            fresh = ask(withSeries, now);
            answers.put(withSeries, fresh);
        }
        return fresh;
    }

    private Answer ask(boolean withSeries, long now) {
        Map<HostInfo, CompletableFuture<JsonNode>> asked = new LinkedHashMap<>();
        List<HostInfo> others = peers.others();
        avoided.keySet().retainAll(others);
        for (HostInfo peer : others) {
            Long since = avoided.get(peer);
            if (since == null || now - since > AVOIDED_NANOS) {
                String path = "/api/stats?scope=instance" + (withSeries ? "" : "&series=false");
                asked.put(peer, CompletableFuture.supplyAsync(() -> peers.get(peer, path), askers));
            }
        }
        ObjectNode mine = own.now(withSeries);
        List<JsonNode> heard = new ArrayList<>(List.of(mine));
        List<String> missing = new ArrayList<>();
        List<Known> known = new ArrayList<>();
        known.add(
                new Known(Peers.address(peers.self()), true, mine.path("state").asText()));
        for (HostInfo peer : others) {
            JsonNode said = answer(asked.get(peer));
            if (said == null) {
                missing.add(Peers.address(peer));
                if (asked.containsKey(peer)) {
                    avoided.put(peer, now);
                }
                known.add(new Known(Peers.address(peer), false, "unreachable"));
            } else {
                heard.add(said);
                avoided.remove(peer);
                known.add(
                        new Known(Peers.address(peer), false, said.path("state").asText()));
            }
        }
        known.sort(Comparator.comparing(Known::address));
        return new Answer(Sum.of(heard, missing), known, now);
    }

    private static @Nullable JsonNode answer(@Nullable CompletableFuture<JsonNode> asked) {
        if (asked == null) {
            return null;
        }
        try {
            return asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
