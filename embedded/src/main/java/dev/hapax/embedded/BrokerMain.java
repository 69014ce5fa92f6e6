package dev.hapax.embedded;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The program inside a {@link BrokerProcess}: says its address on standard output once it is ready, and stops when
 * standard input ends, so that it never outlives the one who started it.
 */
public final class BrokerMain {

    private BrokerMain() {}

    /** Takes the data folder, the port, and broker settings as {@code key=value}. */
    public static void main(String[] arguments) throws IOException {
        var answer = System.out;
        // Standard output is read by the parent as the address: whatever else is printed goes to the log.
        System.setOut(System.err);
        var options = BrokerOptions.defaults().withPort(Integer.parseInt(arguments[1]));
        for (int i = 2; i < arguments.length; i++) {
            var keyAndValue = arguments[i].split("=", 2);
            options = options.withProperty(keyAndValue[0], keyAndValue[1]);
        }
        try (var broker = EmbeddedBroker.start(Path.of(arguments[0]), options)) {
            answer.println(broker.bootstrapServers());
            answer.flush();
            System.in.transferTo(System.err);
        }
    }
}
