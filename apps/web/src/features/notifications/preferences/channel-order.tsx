/** The channels in the order in which they are used. Every channel but the first can be moved up. */
import type { Channel } from '@mi-portal/contract/notifications/preferences'
import { IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { channelLabels } from './preferences.rules.ts'

interface ChannelOrderProps {
  order: readonly Channel[]
  onMoveUp(index: number): void
}

export function ChannelOrder({ order, onMoveUp }: ChannelOrderProps) {
  const [moved, setMoved] = useState<Channel | null>(null)
  return (
    <div>
      <ol
        className="plain-list grid gap-4 [&_li]:flex [&_li]:flex-wrap [&_li]:gap-3 [&_li]:items-center [&_li]:justify-between"
        aria-label="Orden de los canales"
      >
        {order.map((channel, index) => (
          // Takes the focus of its button, which the first channel does not have.
          <li key={channel} tabIndex={-1}>
            <span className="text-strong font-strong">
              {index + 1}. {channelLabels[channel]}
            </span>
            {index > 0 && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconArrowUp size={18} stroke={1.75} aria-hidden />}
                aria-label={`Subir ${channelLabels[channel]}`}
                onClick={(event) => {
                  if (index === 1) event.currentTarget.closest('li')?.focus()
                  setMoved(channel)
                  onMoveUp(index)
                }}
              >
                Subir
              </Button>
            )}
          </li>
        ))}
      </ol>
      <p className="text-muted" role="status">
        {moved !== null && `${channelLabels[moved]} va ahora en el lugar ${order.indexOf(moved) + 1}.`}
      </p>
    </div>
  )
}
