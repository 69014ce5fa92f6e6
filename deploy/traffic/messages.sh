#!/bin/sh
# A stream to look at, one JSON message a line: of fifty, five are copies, one says something else under an identity that was
# there, and one is no JSON.
#
#   messages.sh [MESSAGES_A_SECOND [SECONDS]]      20 a second, for ever
set -eu

rate=${1:-20}
seconds=${2:-0}
run=$(date +%s)

second=0
while [ "$seconds" -eq 0 ] || [ "$second" -lt "$seconds" ]; do
    awk -v rate="$rate" -v second="$second" -v run="$run" '
    function message(n) {
        return sprintf("{\"id\":\"%s-%d\",\"type\":\"notice\",\"subject\":\"%s\"}", run, n, subjects[n % count + 1])
    }
    BEGIN {
        count = split("Your receipt of today|Payment failed: card declined|Disk full on db-1|Weekly newsletter|" \
            "New sign-in from an unknown device|Backup failed on files-2|Invitation: planning|Your invoice is ready", subjects, "|")
        for (i = 0; i < rate; i++) {
            n = second * rate + i
            # Made anew and not remembered: the one before may have been of the second before.
            if (n % 50 == 49) print substr(message(n), 1, length(message(n)) - 1)
            else if (n % 50 == 33) { changed = message(n - 1); sub(/"notice"/, "\"changed\"", changed); print changed }
            else if (n % 10 == 7) print message(n - 1)
            else print message(n)
        }
    }'
    second=$((second + 1))
    if [ "$second" != "$seconds" ]; then sleep 1; fi
done
