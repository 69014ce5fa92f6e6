package dev.hapax.app.delivery;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Receipt;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.delivery.ArtifactReader;
import dev.hapax.operations.delivery.DeliveryFields;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.operations.delivery.MessageFields;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints a delivery with its history, its receipts and the message that it sends. */
final class DeliveryShow {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Settings settings;
    private final Progress progress;

    DeliveryShow(Settings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
    }

    void print(Delivery delivery, boolean withMessage, OutputOption output, PrintWriter out) {
        KafkaClients clients = new KafkaClients(settings);
        String why = null;
        Map<String, @Nullable Object> message = null;
        try {
            message = withMessage ? message(clients, delivery) : null;
        } catch (FailedException e) {
            why = e.getMessage();
        }
        List<Receipt> receipts;
        try (LedgerView view = new LedgerView(clients)) {
            receipts = view.receipts(delivery, progress);
        }
        if (output.json()) {
            Object subject = message == null ? null : message.get("subject");
            Map<String, @Nullable Object> fields =
                    DeliveryFields.all(delivery, subject instanceof String text ? text : null, receipts);
            fields.put("message", message);
            out.println(OutputOption.json(fields));
        } else {
            DeliveryText.page(delivery, output.terminal()).forEach(out::println);
            if (!receipts.isEmpty()) {
                out.println();
                DeliveryText.receipts(receipts, output.terminal()).forEach(out::println);
            }
            if (withMessage) {
                out.println();
            }
            if (message != null) {
                MessageText.print(message, out);
            } else if (why != null) {
                out.println("The message is not shown: " + why);
            }
        }
        out.flush();
    }

    private Map<String, @Nullable Object> message(KafkaClients clients, Delivery delivery) {
        byte[] artifact = new ArtifactReader(clients).find(delivery, progress);
        if (artifact == null) {
            return ofAnInstance(delivery);
        }
        ChannelSettings channel =
                settings.delivery().channels().get(delivery.draft().channel());
        return new MessageFields(new Masking(settings)).of(artifact, channel == null ? null : channel.smtp() != null);
    }

    /** The ledger's store has it for as long as the delivery is remembered. */
    private Map<String, @Nullable Object> ofAnInstance(Delivery delivery) {
        String gone = ArtifactReader.TOPICS.stream().map(settings::topic).collect(Collectors.joining(", "))
                + " do not have it any more";
        if (!ApiOption.hasAddress(settings.admin())) {
            throw new FailedException(gone + ", and the configuration does not say the address of an instance to ask"
                    + " (admin.enabled, admin.port, admin.advertised).");
        }
        try {
            JsonNode answer =
                    ApiOption.reader(settings).get("/api/deliveries/" + ApiClient.encoded(delivery.id()) + "/message");
            return JSON.convertValue(answer, new TypeReference<>() {});
        } catch (FailedException e) {
            throw new FailedException(gone + ", and " + e.getMessage(), e);
        }
    }
}
