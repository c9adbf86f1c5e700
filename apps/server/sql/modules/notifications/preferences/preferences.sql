-- notificationPreferences.settings $1=person_id
select in_turn, channel_order, to_char(quiet_from, 'HH24:MI') as quiet_from,
  to_char(quiet_to, 'HH24:MI') as quiet_to from notification_settings where person_id = $1;
