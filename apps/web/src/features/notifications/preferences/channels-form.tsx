/** The channels of each topic, for the user or for a child in their care. */
import type {
  Channel,
  NotificationChoice,
  NotificationPreferences,
} from '@mi-portal/contract/notifications/preferences'
import { useState } from 'react'
import { useUnsentInput } from '../../../lib/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import classes from './preferences.module.css'
import { useChooseChannels } from './preferences.queries.ts'
import { channelLabels, topicLabels } from './preferences.rules.ts'

interface ChannelsFormProps {
  ownId: number
  person: NotificationPreferences['people'][number]
  /** The channels that the installation offers. */
  channels: readonly Channel[]
  /** Whether a channel is offered that needs a mobile number which the user has not confirmed. */
  needsPhone: boolean
}

export function ChannelsForm({ ownId, person, channels, needsPhone }: ChannelsFormProps) {
  const [changed, setChanged] = useState<readonly NotificationChoice[]>([])
  const save = useChooseChannels(ownId)
  useUnsentInput(() => changed.length > 0)
  const isSelf = person.patient_id === null
  const title = isSelf ? 'Tus novedades' : `Novedades de ${person.first_name}`
  const id = `canales-${person.patient_id ?? 'propios'}`

  function toggle({ topic, channels: chosen }: NotificationChoice, channel: Channel, isOn: boolean) {
    const rest = chosen.filter((one) => one !== channel)
    save.reset()
    setChanged([
      ...changed.filter((one) => one.topic !== topic),
      { topic, channels: isOn ? [...rest, channel] : rest },
    ])
  }

  return (
    <form
      className={`portal-card ${classes.card}`}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { patient_id: person.patient_id, choices: [...changed] },
          { onSuccess: () => setChanged([]) },
        )
      }}
    >
      <h2 id={id}>{title}</h2>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-strong text-link">
          Elegir por tema
        </summary>
        <div className={classes.topics}>
          {person.choices.map((stored) => {
            const choice = changed.find(({ topic }) => topic === stored.topic) ?? stored
            const { name, hint } = topicLabels[stored.topic]
            return (
              <fieldset key={stored.topic} className={classes.topic}>
                <legend>{name}</legend>
                {isSelf && <p className={classes.hint}>{hint}</p>}
                <div className={classes.channels}>
                  {channels.map((channel) => (
                    <CheckBox
                      key={channel}
                      checked={choice.channels.includes(channel)}
                      onChange={(isOn) => toggle(choice, channel, isOn)}
                    >
                      {channelLabels[channel]}
                    </CheckBox>
                  ))}
                </div>
              </fieldset>
            )
          })}
        </div>
      </details>
      {needsPhone && <p className={classes.hint}>Los mensajes llegan cuando lo confirmes, más arriba.</p>}
      {isSelf && <p className={classes.hint}>Los correos sobre tu seguridad llegan siempre.</p>}
      {save.isError && <ErrorNotice error={save.error} />}
      {save.isSuccess && (
        <Notice kind="success" announce>
          Guardamos tus preferencias.
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending} disabled={changed.length === 0}>
          Guardar {isSelf ? 'mis canales' : `los canales de ${person.first_name}`}
        </Button>
      </div>
    </form>
  )
}
