package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;

class PeersTest {

    @Test
    void shouldPutAnIpv6AddressInBrackets() {
        String address = Peers.address(new HostInfo("fe80::1", 8090));

        assertThat(address).isEqualTo("[fe80::1]:8090");
        assertThat(URI.create("http://" + address + "/").getPort()).isEqualTo(8090);
        assertThat(Peers.address(new HostInfo("[::1]", 8090))).isEqualTo("[::1]:8090");
    }

    @Test
    void shouldKeepNamesAndOtherAddresses() {
        assertThat(Peers.address(new HostInfo("hapax-1.example.org", 8090))).isEqualTo("hapax-1.example.org:8090");
        assertThat(Peers.address(new HostInfo("127.0.0.1", 1))).isEqualTo("127.0.0.1:1");
    }
}
