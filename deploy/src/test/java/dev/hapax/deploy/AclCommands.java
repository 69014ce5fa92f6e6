package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.AclCommand;

/** The commands of docs/permissions.md, run as a reader would. */
final class AclCommands {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```");
    private static final Pattern COMMAND = Pattern.compile("acls=\"(kafka-acls\\.sh .*)\"");

    private AclCommands() {}

    static void run(String bootstrapServers, Path loginOfAdmin) throws IOException {
        List<String> lines = BLOCK.matcher(Repository.text("docs/permissions.md"))
                .results()
                .flatMap(block -> block.group(1).replaceAll("\\\\\\n\\s*", "").lines())
                .toList();
        MatchResult command =
                COMMAND.matcher(lines.get(0)).results().findFirst().orElseThrow();
        for (String line : lines.subList(1, lines.size())) {
            assertThat(line).startsWith("$acls --allow-principal User:");
            List<String> words = new ArrayList<>(
                    Arrays.asList(line.replace("$acls", command.group(1)).split(" +")));
            assertThat(words.remove(0)).isEqualTo("kafka-acls.sh");
            words.replaceAll(word -> word.equals("localhost:9092") ? bootstrapServers : word);
            words.replaceAll(word -> word.equals("admin.properties") ? loginOfAdmin.toString() : word);
            Exit.setExitProcedure((status, message) -> {
                throw new IllegalStateException(line + ": exit code " + status + ", " + message);
            });
            try {
                AclCommand.main(words.toArray(String[]::new));
            } catch (IllegalStateException e) {
                // The command ends by an exit code, 0 included.
                assertThat(e.getMessage()).contains(": exit code 0,");
            } finally {
                Exit.resetExitProcedure();
            }
        }
    }
}
