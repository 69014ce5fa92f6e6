package dev.hapax.admin.unsubscribe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestClientTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            192.0.2.7   | -                                   | 192.0.2.7
            192.0.2.7   | 198.51.100.1                        | 192.0.2.7
            127.0.0.1   | -                                   | 127.0.0.1
            127.0.0.1   | 198.51.100.1                        | 198.51.100.1
            127.0.0.1   | 203.0.113.9, 198.51.100.1           | 198.51.100.1
            ::1         | 198.51.100.1                        | 198.51.100.1
            10.1.2.3    | 198.51.100.1                        | 198.51.100.1
            10.2.2.3    | 198.51.100.1                        | 10.2.2.3
            10.1.2.3    | 198.51.100.1, 10.1.9.9              | 198.51.100.1
            10.1.2.3    | 10.1.1.1, 10.1.9.9                  | 10.1.1.1
            127.0.0.1   | 198.51.100.1, nonsense              | 127.0.0.1
            127.0.0.1   | 198.51.100.1, 10.1.2.3, nonsense    | 127.0.0.1
            127.0.0.1   | 1.2.3.4.5                           | 127.0.0.1
            127.0.0.1   | 999.1.1.1                           | 127.0.0.1
            127.0.0.1   | localhost                           | 127.0.0.1
            127.0.0.1   | 2001:db8:1:2::3                     | 2001:db8:1:2:0:0:0:0/64
            127.0.0.1   | 2001:db8:1:2:::3                    | 127.0.0.1
            2001:db8::5 | 198.51.100.1                        | 198.51.100.1
            2001:db8::6 | 198.51.100.1                        | 2001:db8:0:0:0:0:0:0/64
            """)
    void shouldTakeTheLastAddressThatIsNoProxyOfOurs(String peer, @Nullable String forwarded, String client)
            throws Exception {
        RequestClient clients = new RequestClient(List.of("10.1.*.*", "2001:db8:0::5"));

        assertThat(clients.of(request(peer, forwarded)).text()).isEqualTo(client);
    }

    @Test
    void shouldTreatADotInAnAddressAsADot() throws Exception {
        RequestClient clients = new RequestClient(List.of("10.1.*.*"));

        assertThat(clients.of(request("10.111.1.1", "198.51.100.1")).text()).isEqualTo("10.111.1.1");
    }

    private static Request request(String peer, @Nullable String forwarded) throws Exception {
        InetSocketAddress remote = new InetSocketAddress(InetAddress.getByName(peer), 1);
        HttpFields headers = forwarded == null
                ? HttpFields.EMPTY
                : HttpFields.build().add("X-Forwarded-For", forwarded).asImmutable();
        ConnectionMetaData connection = (ConnectionMetaData) Proxy.newProxyInstance(
                RequestClientTest.class.getClassLoader(),
                new Class<?>[] {ConnectionMetaData.class},
                (self, method, arguments) -> remote);
        return (Request) Proxy.newProxyInstance(
                RequestClientTest.class.getClassLoader(),
                new Class<?>[] {Request.class},
                (self, method, arguments) -> method.getName().equals("getHeaders") ? headers : connection);
    }
}
