import type { BodyPart } from '@mi-portal/contract/booking/exam-catalogue'
import { ChoiceCards } from '../../../../ui/choice-cards.tsx'
import classes from './body-figure.module.css'

const bodyParts = [
  { value: 'cabeza', label: 'Cabeza' },
  { value: 'brazos', label: 'Brazos' },
  { value: 'tronco', label: 'Tronco' },
  { value: 'piernas', label: 'Piernas' },
] as const satisfies readonly { value: BodyPart; label: string }[]

/** The outlines of each body part, and the SVG view box that contains them. */
const figures: Readonly<Record<BodyPart, { frame: string; outlines: readonly string[] }>> = {
  cabeza: {
    frame: '80 10 60 106',
    outlines: [
      'M110 12c17 0 28 13 28 31 0 15-6 27-15 33v10c0 4-26 4-26 0V76c-9-6-15-18-15-33 0-18 11-31 28-31Z',
    ],
  },
  tronco: {
    frame: '67 84 86 158',
    outlines: [
      'M74 96c10-3 20-5 24-9 5 5 19 5 24 0 4 4 14 6 24 9 5 2 6 6 5 12-2 17-9 34-9 56 0 20 5 36 6 56 0 5-3 8-8 9-12 3-21 12-30 12s-18-9-30-12c-5-1-8-4-8-9 1-20 6-36 6-56 0-22-7-39-9-56-1-6 0-10 5-12Z',
    ],
  },
  brazos: {
    frame: '26 96 168 140',
    outlines: [
      'M62 101c6 2 7 8 7 15-1 20-6 36-9 54-3 17-8 34-13 50-2 7-6 12-11 11-6-1-8-7-7-14 3-18 4-35 8-53 4-20 6-36 12-52 3-8 7-13 13-11Z',
      'M158 101c-6 2-7 8-7 15 1 20 6 36 9 54 3 17 8 34 13 50 2 7 6 12 11 11 6-1 8-7 7-14-3-18-4-35-8-53-4-20-6-36-12-52-3-8-7-13-13-11Z',
    ],
  },
  piernas: {
    frame: '62 236 96 160',
    outlines: [
      'M73 239c13 3 24 11 33 14 1 22-1 44-3 65-1 20-1 38-3 56-1 9 3 17-3 20-7 3-18 2-20-3-1-5 5-10 5-17 0-19-7-36-7-56 0-28-6-52-2-79Z',
      'M147 239c-13 3-24 11-33 14-1 22 1 44 3 65 1 20 1 38 3 56 1 9-3 17 3 20 7 3 18 2 20-3-1-5-5-10-5-17 0-19 7-36 7-56 0-28 6-52 2-79Z',
    ],
  },
}

/** Returns where a part lies in the figure, in hundredths of its size. The figure's own view box is `20 4 180 398`. */
function placeInFigure(frame: string) {
  const [x = 0, y = 0, width = 0, height = 0] = frame.split(' ').map(Number)
  return {
    left: `${(x - 20) / 1.8}%`,
    top: `${(y - 4) / 3.98}%`,
    width: `${width / 1.8}%`,
    height: `${height / 3.98}%`,
  }
}

interface BodyFigureProps {
  /** The parts that can be chosen. */
  parts: readonly BodyPart[]
  value: BodyPart | undefined
  onChange(part: BodyPart): void
}

/** Chooses a part of the body in a figure with buttons, or in a list. The choice is announced to screen readers. */
export function BodyFigure({ parts, value, onChange }: BodyFigureProps) {
  const offered = bodyParts.filter((part) => parts.includes(part.value))
  const chosen = bodyParts.find((part) => part.value === value)
  return (
    <div>
      <p className="mb-2 font-strong text-strong" aria-hidden>
        Parte del cuerpo
      </p>
      <div className="grid grid-cols-[minmax(0,112px)_minmax(0,1fr)] items-center gap-4 desktop:grid-cols-[minmax(0,220px)_minmax(0,1fr)] desktop:gap-6">
        <fieldset
          className="m-0 flex min-w-0 justify-center rounded-tile border-0 bg-page px-2 py-4 desktop:p-6"
          aria-label="Figura del cuerpo"
        >
          <div className="relative aspect-[180/398] w-[min(138px,100%)]">
            {bodyParts.map(({ value: part, label }) => (
              <button
                key={part}
                type="button"
                className={classes.region}
                style={placeInFigure(figures[part].frame)}
                aria-label={label}
                aria-pressed={part === value}
                disabled={!parts.includes(part)}
                onClick={() => onChange(part)}
              >
                <svg viewBox={figures[part].frame} aria-hidden>
                  {figures[part].outlines.map((outline) => (
                    <path key={outline} d={outline} />
                  ))}
                </svg>
              </button>
            ))}
          </div>
        </fieldset>
        <div className="grid gap-2 [&_legend]:sr-only">
          <ChoiceCards
            legend="Parte del cuerpo"
            options={offered}
            value={value ?? null}
            onChange={onChange}
            stacked
          />
          <p className="type-meta text-muted">Toca la figura o elige de la lista.</p>
          <p className="portal-hidden" role="status">
            {chosen && `Parte del cuerpo elegida: ${chosen.label}`}
          </p>
        </div>
      </div>
    </div>
  )
}
