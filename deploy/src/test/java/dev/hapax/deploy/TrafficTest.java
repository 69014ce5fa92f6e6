package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sample traffic has something of everything. */
class TrafficTest {

    @Test
    void shouldHaveCopiesConflictsAndPoisonInItsHundred() throws Exception {
        Process process = new ProcessBuilder("sh", "deploy/traffic/messages.sh", "100", "1")
                .directory(Repository.ROOT.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(process.waitFor()).isZero();
        Map<String, String> first = new HashMap<>();
        Set<String> seen = new HashSet<>();
        int copies = 0;
        int conflicts = 0;
        int broken = 0;
        for (String line : lines) {
            try {
                String id = Repository.JSON.readTree(line).path("id").asText();
                if (!seen.add(line)) {
                    copies++;
                } else if (first.putIfAbsent(id, line) != null) {
                    conflicts++;
                }
            } catch (JsonProcessingException e) {
                broken++;
            }
        }
        assertThat(lines).hasSize(100);
        assertThat(List.of(copies, conflicts, broken)).containsExactly(10, 2, 2);
    }
}
