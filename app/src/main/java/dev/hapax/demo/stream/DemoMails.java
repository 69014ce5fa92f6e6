package dev.hapax.demo.stream;

import dev.hapax.domain.Header;
import java.time.Instant;
import java.util.List;

/** Mail as it comes in at a company: mostly reading matter and receipts, now and then something that must not be missed. */
final class DemoMails {

    private static final String OFF =
            "\n\nYou get this mail because you signed up. Unsubscribe: https://news.example.com/off";

    private static final List<Scene> SCENES = List.of(
            new Scene(
                    11,
                    "Example News <news@example.com>",
                    "Newsletter: {number} ways to run {service} better",
                    "Hello {name},\n\nin this issue: when the disk is full, and a host that is down." + OFF),
            new Scene(
                    7,
                    "Ops Weekly <weekly@example.org>",
                    "This week in operations: lessons from {city}",
                    "Read on about outages, payments that failed and what came of it." + OFF),
            new Scene(
                    8,
                    "Shop <offers@example.net>",
                    "Save up to {discount} % on {product}",
                    "Only today, dear {name}." + OFF),
            new Scene(
                    13,
                    "Billing <billing@example.com>",
                    "Your receipt for {product}",
                    "Hello {name},\n\nthank you for your order. We charged {amount} EUR to the card ending {card}."),
            new Scene(
                    7,
                    "{company} <orders@example.net>",
                    "Payment received for invoice {invoice}",
                    "We received {amount} EUR for invoice {invoice}. Thank you, {company}."),
            new Scene(
                    8,
                    "{name} <person@example.com>",
                    "Automatic reply: invoice {invoice}",
                    "I am out of the office until Monday. In urgent cases write to desk@example.com."),
            new Scene(
                    10,
                    "{name} <colleague@example.com>",
                    "Re: {product} for {company}",
                    "Fine with me – let's talk about it tomorrow.\n\nBest\n{name}"),
            new Scene(
                    5,
                    "Reports <reports@example.com>",
                    "Weekly digest: {number} tickets closed",
                    "{number} tickets closed, the oldest about {service}."),
            new Scene(
                    4,
                    "Calendar <calendar@example.com>",
                    "Invitation: Review of {service} @ Tue 14:00",
                    "{name} invites you to a meeting about {service}."),
            new Scene(
                    4,
                    "Hosting <status@example.net>",
                    "Scheduled maintenance of {host} on Sunday",
                    "{host} will be restarted. No action is needed."),
            new Scene(
                    4,
                    "Monitoring <alerts@example.org>",
                    "[RESOLVED] Host down: {host}",
                    "{host} answers again after {number} s."),
            new Scene(
                    2,
                    "Mail system <mailer-daemon@example.com>",
                    "Undelivered Mail Returned to Sender",
                    "Your message to {name} could not be delivered: mailbox unknown."),
            new Scene(
                    2,
                    "Community <hello@example.org>",
                    "{name} mentioned you in a comment",
                    "{name} wrote about {service}: “have a look at this, please”."),
            new Scene(
                    5,
                    "Billing <billing@example.com>",
                    "Payment failed for invoice {invoice}",
                    "Dear {name},\n\nthe card ending {card} was declined for {amount} €. Please update it by Friday."),
            new Scene(
                    1,
                    "Billing <billing@example.com>",
                    "Invoice {invoice} is overdue",
                    "{company} has not paid {amount} EUR."),
            new Scene(
                    3,
                    "Accounts <security@example.com>",
                    "New sign-in to your account from {city}",
                    "Someone signed in from {address} near {city}. If it was not you, change your password."),
            new Scene(
                    1,
                    "Accounts <security@example.com>",
                    "Two-factor authentication was disabled for {name}",
                    "The change was made from {address}."),
            new Scene(
                    1,
                    "Code <scanner@example.org>",
                    "Your access key was found in public repository {service}",
                    "Revoke the key now; it was committed from {address}."),
            new Scene(
                    3,
                    "Monitoring <alerts@example.org>",
                    "** PROBLEM: Host down: {host} **",
                    "{host} does not answer since {number} s. Last seen from {address}."),
            new Scene(
                    1,
                    "Monitoring <alerts@example.org>",
                    "WARNING: /var/log is at {percent} % on {host}",
                    "Less than {number} MB are left."),
            new Scene(
                    1,
                    "Backup <backup@example.net>",
                    "Backup of {host} failed",
                    "The nightly run stopped after {number} minutes: permission denied."),
            new Scene(
                    1,
                    "Certificates <tls@example.net>",
                    "TLS certificate of {service}.example.com expires soon",
                    "Renew it within {number} hours."));

    private DemoMails() {}

    static Draft write(Dice dice, String code, Instant at, boolean altered) {
        return draft(letter(dice, code, at, altered), dice);
    }

    static Letter letter(Dice dice, String code, Instant at, boolean altered) {
        Scene scene = Scene.pick(SCENES, dice);
        TextTemplate words = new TextTemplate(dice);
        String body = words.fill(scene.body());
        return new Letter(
                words.fill(scene.type()),
                words.fill(scene.subject()),
                altered ? body + "\n\nThis replaces what we wrote before." : body,
                "<" + code + "@mail.example.com>",
                at,
                Letter.Form.of(dice));
    }

    static Draft draft(Letter letter, Dice dice) {
        List<Header> headers = dice.chance(0.2) ? JsonAuthor.traced(dice) : List.of();
        String id = letter.messageId();
        return new Draft(Feed.MAIL, id == null ? null : Feed.MAIL.identity(id), null, letter.bytes(), headers);
    }
}
