package dev.hapax.chaos.delivery;

import dev.hapax.chaos.delivery.MailServer.Step;
import org.jspecify.annotations.Nullable;

/** What is killed, and when. */
enum DeliveryFault {
    BEFORE_CLAIM("worker killed as it connects", Step.CONNECTED),
    AFTER_CLAIM("worker killed after its claim, before it sends", Step.MAIL),
    MID_DATA("worker killed in the middle of a mail", Step.MID_DATA),
    AFTER_DOT("worker killed after the final dot, before the answer", Step.DOT),
    BEFORE_REPORT("worker killed after the answer, before it is recorded", Step.ANSWERED),
    WORKER("worker killed at any time", null),
    INSTANCE("instance killed", null),
    MAIL_SERVER("mail server killed", null);

    private final String name;
    private final @Nullable Step step;

    DeliveryFault(String name, @Nullable Step step) {
        this.name = name;
        this.step = step;
    }

    String description() {
        return name;
    }

    /** Where the conversation stands when the worker is killed; null if that does not matter. */
    @Nullable
    Step step() {
        return step;
    }
}
