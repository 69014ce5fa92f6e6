package dev.hapax.config;

import org.jspecify.annotations.Nullable;

/** Defines and reads the settings of campaigns. */
final class CampaignReader {

    private static final int TWO_APPROVERS_ABOVE = 10_000;

    private CampaignReader() {}

    static CampaignSettings read(SettingsSection section) {
        return new CampaignSettings(
                section.count(
                        "two-approvers-above",
                        TWO_APPROVERS_ABOVE,
                        "Campaigns with more recipients need two approvers."),
                unsubscribe(section));
    }

    private static CampaignSettings.@Nullable Unsubscribe unsubscribe(SettingsSection section) {
        String key = "unsubscribe";
        return section.has(key) || section.describing()
                ? section.section(
                                key,
                                "Links with which recipients opt out with one click (RFC 8058). All instances need the same "
                                        + "`url` and `secret`.")
                        .salvage(CampaignReader::links)
                        .orElse(null)
                : null;
    }

    private static CampaignSettings.Unsubscribe links(SettingsSection section) {
        return new CampaignSettings.Unsubscribe(
                section.required("url", "The public https:// address of the links, without a token."),
                section.required(
                        "secret",
                        "Signs the links. At least 32 characters. Use `${env:NAME}` or `${file:/path}`. With another "
                                + "secret, links in mails that were sent no longer work."),
                section.text("listen", "127.0.0.1", "The address on which instances listen for these links."),
                section.optional(
                        "port",
                        SettingType.COUNT,
                        "none: no instance listens",
                        "The port for these links. It serves nothing else; put a proxy with TLS in front of it."),
                section.texts(
                        "proxies",
                        "empty",
                        "The addresses of proxies on other machines whose `X-Forwarded-For` is believed. `*` stands for "
                                + "one number, as in `10.1.*.*`. Without them, the requests of all their clients share one "
                                + "limit."));
    }
}
