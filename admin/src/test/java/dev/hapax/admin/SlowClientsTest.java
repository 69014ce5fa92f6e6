package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.junit.jupiter.api.Test;

class SlowClientsTest {

    private final Background background = new Background();

    @Test
    void shouldKeepClosingSlowClientsWhenOneCloseFails() {
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        try (SlowClients slowClients = new SlowClients("test", Duration.ofMillis(20), background)) {
            slowClients.onOpened(connection((self, method, arguments) -> {
                if (method.getName().equals("hashCode")) {
                    return 1;
                }
                if (method.getName().equals("equals")) {
                    return self == arguments[0];
                }
                failures.incrementAndGet();
                throw new IllegalStateException("of the test");
            }));
            slowClients.start();
            await().until(() -> failures.get() > 0);

            slowClients.onOpened(connection((self, method, arguments) -> switch (method.getName()) {
                case "hashCode" -> 2;
                case "equals" -> self == arguments[0];
                case "getBytesIn" -> 0L;
                case "getEndPoint" -> endPoint(closed);
                default -> "a connection of the test";
            }));

            await().until(() -> closed.get() > 0);
        }
        assertThat(background.dead()).isEmpty();
    }

    private static Connection connection(InvocationHandler behaviour) {
        return (Connection) Proxy.newProxyInstance(
                SlowClientsTest.class.getClassLoader(),
                new Class<?>[] {Connection.class, ConnectionMetaData.class},
                behaviour);
    }

    private static EndPoint endPoint(AtomicInteger closed) {
        return (EndPoint) Proxy.newProxyInstance(
                SlowClientsTest.class.getClassLoader(), new Class<?>[] {EndPoint.class}, (self, method, arguments) -> {
                    closed.incrementAndGet();
                    return null;
                });
    }
}
