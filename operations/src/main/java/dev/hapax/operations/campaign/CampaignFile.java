package dev.hapax.operations.campaign;

import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignDefinition.QuietHours;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.config.Rate;
import dev.hapax.config.Settings;
import dev.hapax.operations.Moment;
import dev.hapax.operations.Unreadable;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.UnsubscribeLinks;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.yaml.Nearest;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import dev.hapax.yaml.YamlReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the file that defines a campaign, and reports all that is wrong with it at once. */
public final class CampaignFile {

    private static final List<String> KEYS = List.of(
            "id",
            "channel",
            "from",
            "subject",
            "text",
            "text-file",
            "html",
            "html-file",
            "headers",
            "unsubscribe",
            "not-before",
            "expires",
            "rate",
            "domain-rate",
            "daily-cap",
            "warm-up",
            "quiet-hours",
            "pause-above");

    private static final List<String> HOURS = List.of("from", "to", "zone");

    /** Part of delivery ids, which end at the next colon. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    private static final Pattern RELATIVE_TIME = Pattern.compile("(?i)\\s*(now|p.*|\\d+.*[smhd])\\s*");
    private static final int LONGEST_FILE = 256 * 1024;
    /** Topics of artifacts take records that are larger than these by so much. */
    private static final int ROOM_OF_TOPICS = 64 * 1024;

    private static final double PAUSE_ABOVE = 0.2;
    /** Stands for the sender of the channel where there is no such channel. */
    private static final String ANY_SENDER = "sender@example.com";

    /** Of the files that it may name; null where it may name none. */
    private final @Nullable Path folder;

    private final Settings settings;
    private final Instant now;
    private final Problems problems;
    private final CampaignSection top;

    private CampaignFile(YamlNode document, @Nullable Path folder, Settings settings, Instant now, Problems problems) {
        this.folder = folder;
        this.settings = settings;
        this.now = now;
        this.problems = problems;
        this.top = new CampaignSection(document, "", KEYS, problems);
    }

    /** A campaign as its file defines it. */
    public record Defined(String id, CampaignDefinition definition) {}

    /**
     * @param now no time in the file may be before it
     * @throws InvalidCampaignException with everything that is wrong
     */
    public static Defined read(Path file, Settings settings, Instant now) {
        Problems problems = new Problems(file.toString());
        Path folder = file.toAbsolutePath().getParent();
        String yaml = content(file, file.toString(), 0, "", problems);
        return read(yaml == null ? "" : yaml, folder == null ? file.toAbsolutePath() : folder, settings, now, problems);
    }

    /**
     * From nodes that were no file, and can name none.
     *
     * @throws InvalidCampaignException with everything that is wrong
     */
    static Defined of(YamlNode document, Settings settings, Instant now) {
        return of(document, null, settings, now, new Problems(""));
    }

    private static Defined read(String yaml, Path folder, Settings settings, Instant now, Problems problems) {
        YamlNode document = problems.isEmpty() ? YamlReader.read(yaml, problems) : new YamlNode.Empty(0);
        if (document instanceof YamlNode.Empty && problems.isEmpty()) {
            problems.add(1, "", "the file is empty; begin with 'id: NAME' and 'channel: NAME'");
        }
        return of(document, folder, settings, now, problems);
    }

    private static Defined of(
            YamlNode document, @Nullable Path folder, Settings settings, Instant now, Problems problems) {
        Defined defined =
                problems.isEmpty() ? new CampaignFile(document, folder, settings, now, problems).defined() : null;
        if (defined == null || !problems.isEmpty()) {
            throw new InvalidCampaignException(problems.inOrder());
        }
        return defined;
    }

    private @Nullable Defined defined() {
        String id = id();
        String channel = channel();
        String subject = top.required("subject", "'subject: …'");
        String text = template("text", true);
        String html = template("html", false);
        long notBefore = time("not-before");
        long expires = time("expires");
        requireOrder(notBefore, expires);
        CampaignDefinition definition = new CampaignDefinition(
                channel == null ? "" : channel,
                top.text("from"),
                subject == null ? "-" : subject.strip(),
                text == null ? "-" : text,
                html,
                headers(),
                top.flag("unsubscribe", true),
                notBefore,
                expires,
                pacing(),
                now.toEpochMilli());
        requireMail(id == null ? "id" : id, definition, channel != null);
        requireSize(definition);
        return id == null ? null : new Defined(id, definition);
    }

    /** It is written with each change of the campaign, beside approvals and history, to topics that hold artifacts. */
    private void requireSize(CampaignDefinition definition) {
        int size = CampaignFormat.write(new CampaignEvent.Created(definition, "")).length;
        int largest = (settings.delivery().maxArtifactBytes() + ROOM_OF_TOPICS) / 2;
        if (size > largest) {
            problems.add(
                    0,
                    "",
                    "the campaign has " + size + " bytes with its templates and headers; must have at most " + largest
                            + ". Shorten the templates, or raise delivery.max-artifact-bytes.");
        }
    }

    private @Nullable String id() {
        String id = top.required("id", "'id: NAME', the same for the same campaign");
        if (id != null && !ID.matcher(id.strip()).matches()) {
            top.problem(
                    "id",
                    "'" + RecipientProblem.shown(id)
                            + "' must have 1 to 64 letters, digits, '_', '.' and '-', and begin with a letter or a digit");
        }
        return id == null ? null : id.strip();
    }

    private @Nullable String channel() {
        List<String> mails = settings.delivery().channels().values().stream()
                .filter(channel -> channel.smtp() != null)
                .map(channel -> channel.name())
                .toList();
        String channel = top.required("channel", "'channel: NAME', one of " + mails);
        if (channel != null && !mails.contains(channel.strip())) {
            String hint = mails.isEmpty()
                    ? "add one with smtp to delivery.channels of the configuration"
                    : Nearest.hint(channel.strip(), mails);
            top.problem(
                    "channel",
                    "'" + RecipientProblem.shown(channel) + "' is no mail channel of delivery.channels; " + hint);
            return null;
        }
        return channel == null ? null : channel.strip();
    }

    /** A template that stands in the file or in one beside it. */
    private @Nullable String template(String key, boolean required) {
        if (folder == null) {
            return required ? top.required(key, "'" + key + ": …'") : top.text(key);
        }
        String fromFile = key + "-file";
        if (top.has(key) && top.has(fromFile)) {
            top.problem(fromFile, "'" + key + "' is there too; keep one of them");
            return null;
        }
        if (top.has(fromFile)) {
            String name = top.text(fromFile);
            return name == null ? null : beside(folder, fromFile, name.strip());
        }
        return required ? top.required(key, "'" + key + ": …' or '" + fromFile + ": FILE'") : top.text(key);
    }

    private @Nullable String beside(Path beside, String key, String name) {
        try {
            return content(beside.resolve(name), name, top.line(key), key, problems);
        } catch (InvalidPathException e) {
            top.problem(key, "'" + RecipientProblem.shown(name) + "' is no name of a file");
            return null;
        }
    }

    /** Null if it can't be read. */
    private static @Nullable String content(Path file, String name, int line, String key, Problems problems) {
        StringBuilder text = new StringBuilder();
        try (Reader reader = new StrictUtf8(Files.newInputStream(file))) {
            char[] chunk = new char[8 * 1024];
            for (int read = reader.read(chunk); read >= 0; read = reader.read(chunk)) {
                text.append(chunk, 0, read);
                if (text.length() > LONGEST_FILE) {
                    problems.add(line, key, name + " has more than " + LONGEST_FILE + " characters");
                    return null;
                }
            }
            return text.toString();
        } catch (BadRecipientException e) {
            problems.add(line, key, e.in(name).problem().toString());
        } catch (IOException e) {
            problems.add(line, key, name + " can't be read: " + Unreadable.why(e));
        }
        return null;
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>();
        YamlNode node = top.get("headers");
        if (node != null) {
            CampaignSection section = new CampaignSection(node, "headers.", List.of(), problems);
            for (String name : section.keys()) {
                String value = section.text(name);
                if (value != null) {
                    headers.put(name, value.strip());
                }
            }
        }
        return headers;
    }

    /** In epoch milliseconds; 0 if there is none. */
    private long time(String key) {
        String text = top.text(key);
        if (text == null) {
            return 0;
        }
        Instant time = RELATIVE_TIME.matcher(text).matches() ? null : absolute(key, text);
        if (time == null) {
            top.problem(
                    key,
                    "'" + RecipientProblem.shown(text)
                            + "' must be a time such as 2027-01-31T09:00:00Z or 2027-01-31T09:00+01:00");
            return 0;
        }
        if (!time.isAfter(now)) {
            top.problem(key, time + " is in the past (now is " + now + "); use a later time, or leave it out");
        }
        return time.toEpochMilli();
    }

    private @Nullable Instant absolute(String key, String text) {
        try {
            return Moment.parse(key, text, now);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void requireOrder(long notBefore, long expires) {
        if (notBefore > 0 && expires > 0 && expires <= notBefore) {
            top.problem(
                    "expires",
                    Instant.ofEpochMilli(expires) + " must be after not-before (" + Instant.ofEpochMilli(notBefore)
                            + ")");
        }
        Duration longestWait = settings.delivery().longestWait();
        Instant latest = now.plus(longestWait);
        if (notBefore >= latest.toEpochMilli()) {
            top.problem(
                    "not-before",
                    Instant.ofEpochMilli(notBefore) + " must be before " + latest
                            + ", when recipients that are loaded now expire: delivery.longest-wait is "
                            + longestWait.toDays() + "d");
        }
    }

    private CampaignPacing pacing() {
        int dailyCap = top.count("daily-cap");
        List<Integer> warmUp = top.counts("warm-up");
        requireShares("daily-cap", dailyCap);
        warmUp.forEach(cap -> requireShares("warm-up", cap));
        return new CampaignPacing(
                rate("rate"),
                rate("domain-rate"),
                dailyCap,
                warmUp,
                quietHours(),
                top.share("pause-above", PAUSE_ABOVE));
    }

    /** What a partition has no share of would wait for ever. Zero is another problem, or no cap at all. */
    private void requireShares(String key, int cap) {
        int partitions = settings.topics().partitions();
        if (cap > 0 && cap < partitions) {
            top.problem(
                    key,
                    cap + " must be at least topics.partitions (" + partitions
                            + "), because each partition has its share");
        }
    }

    private @Nullable String rate(String key) {
        String text = top.text(key);
        if (text == null) {
            return null;
        }
        try {
            return Rate.parse(text).toString();
        } catch (IllegalArgumentException e) {
            top.problem(key, "'" + RecipientProblem.shown(text) + "' " + e.getMessage());
            return null;
        }
    }

    private @Nullable QuietHours quietHours() {
        YamlNode node = top.get("quiet-hours");
        if (node == null) {
            return null;
        }
        CampaignSection hours = new CampaignSection(node, "quiet-hours.", HOURS, problems);
        if (!(node instanceof YamlNode.Mapping)) {
            return null;
        }
        String from = hours.required("from", "a time such as 22:00");
        String to = hours.required("to", "a time such as 07:00");
        String zone = hours.required("zone", "a time zone such as Europe/Berlin");
        if (from == null || to == null || zone == null) {
            return null;
        }
        try {
            return new QuietHours(from.strip(), to.strip(), zone.strip());
        } catch (IllegalArgumentException e) {
            String what = String.valueOf(e.getMessage());
            problems.add(node.line(), "quiet-hours", what.replaceFirst("^quiet-hours: ", ""));
            return null;
        }
    }

    /** Reports what its templates and headers have that can't be sent, each with the line of its key. */
    private void requireMail(String id, CampaignDefinition definition, boolean knowsChannel) {
        try {
            if (knowsChannel) {
                CampaignMail mail = CampaignMail.of(id, definition, settings);
                requireVerified(mail.senderDomain(), definition.channel());
            } else {
                var unused = CampaignMail.of(
                        id,
                        definition,
                        ANY_SENDER,
                        UnsubscribeLinks.of(settings.campaign().unsubscribe()));
            }
        } catch (IllegalArgumentException e) {
            String.valueOf(e.getMessage()).lines().forEach(this::mailProblem);
        }
    }

    private void mailProblem(String problem) {
        int end = problem.indexOf(": ");
        String key = end < 0 ? "" : problem.substring(0, end);
        String what = end < 0 ? problem : problem.substring(end + 2);
        String written = top.has(key) || !top.has(key + "-file") ? key : key + "-file";
        if (KEYS.contains(written)) {
            top.problem(written, what);
        } else {
            YamlNode header = top.get("headers") instanceof YamlNode.Mapping headers
                    ? headers.entries().get(key)
                    : null;
            problems.add(header == null ? 0 : header.line(), header == null ? "" : "headers", problem);
        }
    }

    private void requireVerified(String domain, String channel) {
        List<String> verified = settings.delivery().channels().entrySet().stream()
                .filter(entry ->
                        entry.getKey().equals(channel) && entry.getValue().smtp() != null)
                .flatMap(entry -> entry.getValue().smtp().verifiedDomains().stream())
                .toList();
        if (verified.stream().noneMatch(domain::equalsIgnoreCase)) {
            top.problem(
                    "from",
                    "its domain " + domain + " is not among verified-domains of channel " + channel + ", which are "
                            + verified);
        }
    }
}
