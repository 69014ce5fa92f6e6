package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.Entry;
import dev.hapax.bench.lab.GuardServer;
import dev.hapax.bench.lab.PostgresServer;
import dev.hapax.bench.lab.RedisServer;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The contenders in the order of the table: first the limits, then the alternatives, then Hapax. */
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
    /** The whole job as users get it by default: its source is not keyed by identity, so messages are repartitioned. */
    static final String HAPAX = "hapax";
    /** The same with {@code keyed-by-identity: true}, which spares the repartition. */
    static final String KEYED = "hapax-keyed";

    static final String ONE_THREAD = "hapax-one-thread";
    static final String MAIL_COPY = "streams-copy-mail";
    static final String MAIL = "hapax-mail";

    /** What a user would pick instead of Hapax's guard. */
    static final List<String> ALTERNATIVES = List.of("window-store", "redis", "postgres", "flink");
    /** Hapax's own intake, rules and decisions around the guard of another. */
    static final List<String> EQUAL_WORK = List.of("redis-equal-work", "flink-equal-work");

    static final List<String> NAMES = List.of(
            "plain-copy",
            COPY,
            "window-store",
            "redis",
            "postgres",
            "flink",
            "redis-equal-work",
            "flink-equal-work",
            GUARD,
            ONE_THREAD,
            HAPAX,
            KEYED,
            MAIL_COPY,
            MAIL);

    static final Map<String, String> KEYED_OPTIONS = Map.of("keyed-by-identity", "true");

    private static final Map<String, String> MAIL_OPTIONS =
            // A few mails are sent many times, so the key identifies a message.
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

    /** Which contenders are left out, why, and what to do about it. */
    List<String> missing() {
        return missing;
    }

    boolean has(Feed feed) {
        return starters.stream().anyMatch(starter -> starter.feed() == feed);
    }

    private void add(String name) {
        int threads = bench.order().threads();
        switch (name) {
            case "plain-copy", COPY -> add(name, ContenderProgram.ours(name), true, null);
            case MAIL_COPY -> {
                Entry entry = new Entry(name, ContenderProgram.ours(COPY), true, threads, Map.of(), null);
                starters.add(new Starter(entry, Feed.MAILS, MAIL_COPY));
            }
            case HAPAX -> addHapax(name, threads, Feed.EVENTS, Map.of());
            case KEYED -> addHapax(name, threads, Feed.EVENTS, KEYED_OPTIONS);
            case MAIL -> addHapax(name, threads, Feed.MAILS, MAIL_OPTIONS);
            case ONE_THREAD -> {
                // The ratio to the other run of the same round shows whether it scales.
                if (threads > 1 && bench.order().extent() != Order.Extent.QUICK) {
                    addHapax(name, 1, Feed.EVENTS, Map.of());
                }
            }
            case "redis", "redis-equal-work" -> addServed(name, RedisServer.whyMissing(), RedisServer::start);
            case "postgres" -> addServed(name, PostgresServer.whyMissing(), PostgresServer::start);
            case "flink", "flink-equal-work" -> addFlink(name);
            default -> add(name, ContenderProgram.ours(name), false, null);
        }
    }

    private void addServed(String name, Optional<String> whyMissing, Function<Path, GuardServer> start) {
        whyMissing.ifPresentOrElse(why -> leaveOut(name, why), () -> {
            try {
                GuardServer server =
                        bench.open().closing(start.apply(bench.folder().resolve(name)));
                add(name, ContenderProgram.ours(name), false, server);
            } catch (IllegalStateException | UncheckedIOException e) {
                leaveOut(name, String.valueOf(e.getMessage()));
            }
        });
    }

    private void addFlink(String name) {
        Path home = Bench.home();
        ContenderProgram.whyFlinkIsMissing(home)
                .ifPresentOrElse(
                        why -> leaveOut(name, why), () -> add(name, ContenderProgram.flink(home, name), false, null));
    }

    private void leaveOut(String name, String why) {
        missing.add(name + " is left out: " + why);
        bench.progress().say(name + " is left out: " + why);
    }

    private void add(String name, ContenderProgram program, boolean copies, @Nullable GuardServer server) {
        Entry entry = new Entry(name, program, copies, bench.order().threads(), Map.of(), server);
        starters.add(new Starter(entry, Feed.EVENTS, COPY));
    }

    private void addHapax(String name, int threads, Feed feed, Map<String, String> options) {
        Entry entry = new Entry(name, ContenderProgram.ours(HAPAX), false, threads, options, null);
        starters.add(new Starter(entry, feed, feed == Feed.MAILS ? MAIL_COPY : COPY));
    }
}
