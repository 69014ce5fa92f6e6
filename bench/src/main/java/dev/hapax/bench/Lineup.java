package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.Entry;
import dev.hapax.bench.lab.GuardServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who takes part, in the order of the table: first the limits, then the alternatives, then Hapax. */
final class Lineup {

    /** What is read. */
    enum Feed {
        EVENTS,
        MAILS;

        String ttlName() {
            return this == EVENTS ? "ttl" : "ttlOfMails";
        }
    }

    /** A contender with what it reads and what it is compared with. */
    record Starter(Entry entry, Feed feed, String base) {}

    static final String COPY = "streams-copy";
    static final String GUARD = "hapax-guard";
    static final String HAPAX = "hapax";
    static final String ONE_THREAD = "hapax-one-thread";
    static final String MAIL_COPY = "streams-copy-mail";
    static final String MAIL = "hapax-mail";

    /** Those a user would pick instead of Hapax. */
    static final List<String> ALTERNATIVES = List.of("window-store", "redis", "postgres", "flink");

    static final List<String> NAMES = List.of(
            "plain-copy",
            COPY,
            "window-store",
            "redis",
            "postgres",
            "flink",
            GUARD,
            ONE_THREAD,
            HAPAX,
            MAIL_COPY,
            MAIL);

    private static final Map<String, String> MAIL_OPTIONS =
            // Few mails stand for many, so what tells them apart is the key.
            Map.of("format", "rfc822", "identity", "record-key: true");

    private final Bench bench;
    private final List<Starter> starters = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    private Lineup(Bench bench) {
        this.bench = bench;
    }

    static Lineup of(Bench bench) {
        Lineup lineup = new Lineup(bench);
        NAMES.stream().filter(bench.order()::wants).forEach(lineup::add);
        return lineup;
    }

    List<Starter> starters() {
        return starters;
    }

    /** Who could not take part, why, and what to do about it. */
    List<String> missing() {
        return missing;
    }

    boolean has(Feed feed) {
        return starters.stream().anyMatch(starter -> starter.feed() == feed);
    }

    private void add(String name) {
        int threads = bench.order().threads();
        switch (name) {
            case "plain-copy", COPY -> add(name, name, true, threads, Feed.EVENTS, Map.of(), null);
            case MAIL_COPY -> add(name, COPY, true, threads, Feed.MAILS, Map.of(), null);
            case MAIL -> add(name, HAPAX, false, threads, Feed.MAILS, MAIL_OPTIONS, null);
            case ONE_THREAD -> {
                // Whether it scales is told by two runs of the same round.
                if (threads > 1 && bench.order().extent() != Extent.QUICK) {
                    add(name, HAPAX, false, 1, Feed.EVENTS, Map.of(), null);
                }
            }
            case "redis", "postgres", "flink" -> missing.add(name + " is left out");
            default -> add(name, name, false, threads, Feed.EVENTS, Map.of(), null);
        }
    }

    private void add(
            String name,
            String contender,
            boolean copies,
            int threads,
            Feed feed,
            Map<String, String> options,
            @Nullable GuardServer server) {
        Entry entry = new Entry(name, ContenderProgram.ours(contender), copies, threads, options, server);
        starters.add(new Starter(entry, feed, feed == Feed.MAILS ? MAIL_COPY : COPY));
    }
}
