package dev.hapax.app.campaign;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.delivery.MessageText;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Unreadable;
import dev.hapax.operations.campaign.CampaignPreview;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.MessageFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax campaign preview}. */
@Command(
        name = "preview",
        mixinStandardHelpOptions = true,
        description = "Show the mail of a recipient as it is sent, before or after recipients are loaded.")
final class CampaignPreviewCommand implements Callable<Integer> {

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Mixin
    private final SampleRecipient sample = new SampleRecipient();

    @Option(names = "--eml", paramLabel = "FILE", description = "Write the exact bytes to this file.")
    private @Nullable Path eml;

    @Override
    public Integer call() {
        Settings settings = chosen.connect();
        KafkaClients clients = new KafkaClients(settings);
        Recipient recipient;
        byte[] mail;
        try (CampaignView view = new CampaignView(clients);
                ProgressLine progress = chosen.progress()) {
            Campaign campaign = view.get(chosen.id());
            recipient = sample.recipient(settings, campaign, progress);
            mail = new CampaignPreview(clients, campaign).mail(recipient);
        }
        Path file = eml;
        if (file != null) {
            write(file, mail);
        }
        OutputOption output = chosen.output();
        Map<String, @Nullable Object> message = new MessageFields(new Masking(settings)).of(mail, true);
        if (output.json()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("recipient", recipient.subscriber());
            fields.put("target", recipient.address());
            fields.put("size", mail.length);
            fields.putAll(message);
            output.out().println(OutputOption.json(fields));
        } else {
            MessageText.print(message, output.out());
            if (file != null) {
                output.out().println();
                output.out().println(mail.length + " bytes are in " + file + ".");
            }
        }
        output.out().flush();
        return ExitCodes.DONE;
    }

    private static void write(Path file, byte[] mail) {
        try {
            Files.write(file, mail);
        } catch (IOException e) {
            throw new FailedException("--eml: " + file + " can't be written: " + Unreadable.why(e), e);
        }
    }
}
