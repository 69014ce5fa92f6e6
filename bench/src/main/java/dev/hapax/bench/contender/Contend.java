package dev.hapax.bench.contender;

import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process a contender runs in: its name, then its job as {@code name=value}. Works until it is stopped, or until the
 * process that started it has ended.
 */
public final class Contend {

    private static final Logger LOG = LoggerFactory.getLogger(Contend.class);

    private static final Map<String, Contender> CONTENDERS = Map.of(
            "plain-copy", new ConsumeAndProduce.PlainCopy(),
            "streams-copy", new StreamsWork.StreamsCopy(),
            "window-store", new WindowStoreDedup(),
            "redis", new RedisGuard(),
            "redis-equal-work", new RedisEqualWork(),
            "postgres", new PostgresGuard(),
            "hapax-guard", new HapaxGuard(),
            "hapax", new HapaxJob());

    private Contend() {}

    public static void main(String[] arguments) throws Exception {
        Contender contender = CONTENDERS.get(arguments[0]);
        if (contender == null) {
            throw new IllegalArgumentException("no contender is called " + arguments[0]);
        }
        AutoCloseable work = contender.start(Job.parse(List.of(arguments).subList(1, arguments.length)));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(work), "end"));
        while (System.in.read() >= 0) {
            // Nothing is ever sent; the pipe closes with the process at its other end, however that ends.
        }
        System.exit(0);
    }

    private static void end(AutoCloseable work) {
        try {
            work.close();
        } catch (Exception e) {
            LOG.error("did not end well", e);
        }
    }
}
