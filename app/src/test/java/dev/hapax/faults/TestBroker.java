package dev.hapax.faults;

import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker for all tests of a class, and the folder that it and their applications work in. */
public final class TestBroker implements BeforeAllCallback, AfterAllCallback {

    @SuppressWarnings("NullAway.Init") // set before any test
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private EmbeddedBroker broker;

    private final BrokerOptions options;

    public TestBroker() {
        this(BrokerOptions.defaults());
    }

    public TestBroker(BrokerOptions options) {
        this.options = options;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        folder = Files.createTempDirectory("hapax-it-");
        broker = EmbeddedBroker.start(folder.resolve("broker"), options);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        broker.close();
        Folders.delete(folder);
    }

    /** Where the broker itself listens, whatever it advertises. */
    public int port() {
        return broker.port();
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    public Path folder() {
        return folder;
    }

    /** An application whose topics, group and files carry that name, and whose books are looked at when it is closed. */
    public Application application(String name) throws IOException {
        return new Application(name, bootstrapServers(), folder).audited();
    }
}
