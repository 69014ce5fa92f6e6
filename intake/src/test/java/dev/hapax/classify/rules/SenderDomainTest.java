package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SenderDomainTest {

    private static final String SIGNS = "ab-_0..A ";

    @Test
    void shouldTakeForADomainWhatIsWrittenAsOne() {
        int domains = 0;
        for (long seed = 0; seed < 20_000; seed++) {
            String text = new Random(seed)
                    .ints(1 + seed % 8, 0, SIGNS.length())
                    .mapToObj(i -> SIGNS.substring(i, i + 1))
                    .collect(Collectors.joining());
            String host = text.strip().replaceFirst("\\.$", "").toLowerCase(Locale.ROOT);
            boolean domain = host.matches("[a-z0-9_-]+(\\.[a-z0-9_-]+)+");
            domains += domain ? 1 : 0;

            assertThat(SenderDomain.of("x@" + text)).as("'%s'", text).isEqualTo(domain ? host : "");
        }
        assertThat(domains).isGreaterThan(1_000);
    }
}
