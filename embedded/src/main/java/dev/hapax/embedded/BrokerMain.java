package dev.hapax.embedded;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;

/**
 * The program inside a {@link BrokerProcess}: says its address on standard output once it is ready, and stops when
 * standard input ends, so that it never outlives the one who started it.
 */
public final class BrokerMain {

    private static final long CONTROLLER_MAY_TAKE_MILLIS = 1_000;

    private BrokerMain() {}

    /** Takes the data folder, the broker's place, and broker settings as {@code key=value}. */
    public static void main(String[] arguments) throws Exception {
        var answer = System.out;
        // Standard output is read by the parent as the address: whatever else is printed goes to the log.
        System.setOut(System.err);
        var broker = start(arguments);
        answer.println(broker.bootstrapServers());
        answer.flush();
        System.in.transferTo(System.err);
        stop(broker);
        Runtime.getRuntime().halt(0);
    }

    /** Stops the broker in good order. */
    static void stop(EmbeddedBroker broker) throws InterruptedException {
        broker.stopBroker();
        var closing = new Thread(broker::close, "closing");
        closing.setDaemon(true);
        closing.start();
        // The last controller of a cluster waits 5 s for votes that cannot come; all data is in its files by now.
        closing.join(CONTROLLER_MAY_TAKE_MILLIS);
    }

    /** Starts the broker that the arguments tell of, in a process that is nothing but this broker. */
    static EmbeddedBroker start(String[] arguments) {
        var words = new LinkedHashMap<String, String>();
        for (var word : Arrays.asList(arguments).subList(1, arguments.length)) {
            var keyAndValue = word.split("=", 2);
            words.put(keyAndValue[0], keyAndValue[1]);
        }
        var place = BrokerAddress.takeFrom(words);
        var options = BrokerOptions.defaults().withProperties(words);
        var broker = EmbeddedBroker.start(Path.of(arguments[0]), place, options);
        // A broker that answers no one any more had better be seen to be dead.
        var unused = broker.broken().thenRun(() -> Runtime.getRuntime().halt(1));
        return broker;
    }
}
