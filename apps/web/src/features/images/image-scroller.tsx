/** Scrolls through a series by a slider, by steps and, if it is a film, by playing it. */
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

interface ImageScrollerProps {
  position: number
  count: number
  onPosition(position: number): void
  onStep(steps: number): void
  isPlaying: boolean
  /** Starts and pauses a film; without it, the series is none. */
  onPlay?: (() => void) | undefined
}

export function ImageScroller({
  position,
  count,
  onPosition,
  onStep,
  isPlaying,
  onPlay,
}: ImageScrollerProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 [&_input]:h-11 [&_input]:min-w-0 [&_input]:flex-1 [&_input]:accent-action">
      <Button
        size="xs"
        variant="default"
        aria-label="Imagen anterior"
        aria-disabled={position === 0 || undefined}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft {...icon} />
      </Button>
      <label htmlFor={id} className="portal-hidden">
        Imagen
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={count}
        value={position + 1}
        aria-valuetext={`Imagen ${position + 1} de ${count}`}
        onChange={({ target }) => onPosition(Number(target.value) - 1)}
      />
      <Button
        size="xs"
        variant="default"
        aria-label="Imagen siguiente"
        aria-disabled={position === count - 1 || undefined}
        onClick={() => onStep(1)}
      >
        <IconChevronRight {...icon} />
      </Button>
      {onPlay && (
        <Button
          size="xs"
          variant="soft"
          leftSection={isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
          onClick={onPlay}
        >
          {isPlaying ? 'Pausar' : 'Reproducir'}
        </Button>
      )}
    </div>
  )
}
