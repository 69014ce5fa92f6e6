package dev.hapax.app.delivery;

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
import org.jspecify.annotations.Nullable;

/** Prints a delivery with its history, its receipts and the message that it sends. */
final class DeliveryShow {

    private static final int LONGEST_TEXT = 4_000;

    private final Settings settings;
    private final Progress progress;

    DeliveryShow(Settings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
    }

    void print(Delivery delivery, boolean withMessage, OutputOption output, PrintWriter out) {
        KafkaClients clients = new KafkaClients(settings);
        Map<String, @Nullable Object> message = withMessage ? message(clients, delivery) : null;
        if (output.json()) {
            try (LedgerView view = new LedgerView(clients)) {
                List<Receipt> receipts = view.receipts(delivery, progress);
                Object subject = message == null ? null : message.get("subject");
                Map<String, @Nullable Object> fields =
                        DeliveryFields.all(delivery, subject instanceof String text ? text : null, receipts);
                fields.put("message", message);
                out.println(OutputOption.json(fields));
            }
        } else {
            DeliveryText.page(delivery, output.terminal()).forEach(out::println);
            if (message != null) {
                out.println();
                print(message, out);
            }
        }
        out.flush();
    }

    private @Nullable Map<String, @Nullable Object> message(KafkaClients clients, Delivery delivery) {
        byte[] artifact = new ArtifactReader(clients).find(delivery.id(), progress);
        ChannelSettings channel =
                settings.delivery().channels().get(delivery.draft().channel());
        return artifact == null
                ? null
                : new MessageFields(new Masking(settings))
                        .of(artifact, channel == null ? null : channel.smtp() != null);
    }

    /** Without control characters, which could change what a terminal shows. */
    private static void print(Map<String, @Nullable Object> message, PrintWriter out) {
        boolean http = "http".equals(message.get("kind"));
        if (http) {
            out.println(visible(message.get("method") + " " + message.get("url")));
        }
        if (message.get("headers") instanceof List<?> headers) {
            for (Object header : headers) {
                if (header instanceof Map<?, ?> pair) {
                    out.println(visible(pair.get("name") + ": " + pair.get("value")));
                }
            }
        }
        out.println();
        Object text = message.get("text") == null ? message.get("html") : message.get("text");
        String body = String.valueOf(http ? message.get("body") : text);
        body.lines().limit(200).forEach(line -> out.println(visible(line)));
        if (message.get("attachments") instanceof List<?> attachments && !attachments.isEmpty()) {
            out.println("Attachments: " + visible(attachments.toString()));
        }
        if (Boolean.TRUE.equals(message.get("truncated")) || body.length() > LONGEST_TEXT) {
            out.println("(shortened)");
        }
    }

    private static String visible(String text) {
        String shown = text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\\t]]", "?");
        return shown.length() <= LONGEST_TEXT ? shown : shown.substring(0, LONGEST_TEXT) + "…";
    }
}
