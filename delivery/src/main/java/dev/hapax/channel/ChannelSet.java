package dev.hapax.channel;

import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The channels of a configuration, by their names. */
public final class ChannelSet implements Channel {

    private final Map<String, Channel> channels;

    public ChannelSet(Map<String, Channel> channels) {
        this.channels = Map.copyOf(channels);
    }

    @Override
    public Sent send(DueDelivery delivery, Lease lease) {
        Channel channel = channels.get(delivery.channel());
        return channel == null ? new Sent(Result.RETURNED, unknown(delivery)) : channel.send(delivery, lease);
    }

    @Override
    public @Nullable Down down(DueDelivery delivery) {
        Channel channel = channels.get(delivery.channel());
        return channel == null ? new Down(unknown(delivery), System.nanoTime()) : channel.down(delivery);
    }

    private String unknown(DueDelivery delivery) {
        return "this worker has no channel '" + delivery.channel() + "', only " + channels.keySet();
    }

    @Override
    public void close() {
        channels.values().forEach(Channel::close);
    }
}
