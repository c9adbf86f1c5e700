/** The tools of the viewer: what a drag does, what the chosen tool can be set to, and what shows best. */
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconBrightness2,
  IconHandStop,
  IconRefresh,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { brightnessLimits, type Look, type PanStep, type Tool, type View } from './images.rules.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

const tools = [
  { tool: 'move', label: 'Mover', Icon: IconHandStop },
  { tool: 'zoom', label: 'Acercar', Icon: IconZoomIn },
  { tool: 'brightness', label: 'Brillo', Icon: IconBrightness2 },
] as const

const panButtons = [
  { label: 'Mover la vista a la izquierda', step: { x: -1, y: 0 }, Icon: IconArrowLeft },
  { label: 'Mover la vista hacia arriba', step: { x: 0, y: -1 }, Icon: IconArrowUp },
  { label: 'Mover la vista hacia abajo', step: { x: 0, y: 1 }, Icon: IconArrowDown },
  { label: 'Mover la vista a la derecha', step: { x: 1, y: 0 }, Icon: IconArrowRight },
] as const

interface ImageToolsProps {
  chosen: Tool
  onChoose(tool: Tool): void
  onReset(): void
  /** The menu with what is rarely needed. */
  children: ReactNode
}

export function ImageTools({ chosen, onChoose, onReset, children }: ImageToolsProps) {
  return (
    <div className="flex items-center gap-1">
      <fieldset className="m-0 flex min-w-0 flex-1 flex-wrap gap-1 border-0 p-0 wide:flex-none">
        <legend className="portal-hidden">Herramientas</legend>
        {tools.map(({ tool, label, Icon }) => (
          <ToolButton key={tool} icon={Icon} aria-pressed={tool === chosen} onClick={() => onChoose(tool)}>
            {label}
          </ToolButton>
        ))}
        <ToolButton icon={IconRefresh} onClick={onReset}>
          Volver al inicio
        </ToolButton>
      </fieldset>
      {children}
    </div>
  )
}

interface ToolButtonProps extends ComponentProps<'button'> {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
}

function ToolButton({ icon: Icon, children, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="plain-button pressable type-meta grid min-h-16 min-w-16 flex-1 content-center justify-items-center gap-1 rounded-tile px-1 py-2 text-center font-strong hover:bg-soft aria-pressed:bg-soft aria-pressed:text-on-soft wide:flex-none wide:px-3 wide:whitespace-nowrap"
    >
      <Icon size={24} stroke={1.75} aria-hidden />
      {children}
    </button>
  )
}

interface ToolSettingsProps {
  view: View
  onZoomOut(): void
  onBrightness(brightness: number): void
  onPan(step: PanStep): void
  /** Called when buttons disappear while one of them has the focus. */
  onRemoved(): void
}

/** The settings of the chosen tool, for those who do not drag. */
export function ToolSettings({ view, onZoomOut, onBrightness, onPan, onRemoved }: ToolSettingsProps) {
  const isEnlarged = view.placement.zoom > 1
  if (view.tool === 'brightness') return <BrightnessSlider value={view.brightness} onChange={onBrightness} />
  if (!isEnlarged) return null
  return (
    <Disappearing onRemoved={onRemoved}>
      {view.tool === 'zoom' ? (
        <>
          <Button size="xs" variant="default" leftSection={<IconZoomOut {...icon} />} onClick={onZoomOut}>
            Alejar
          </Button>
          <span className="self-center">{Math.round(view.placement.zoom * 100)} %</span>
        </>
      ) : (
        panButtons.map(({ label, step, Icon }) => (
          <Button key={label} size="xs" variant="default" aria-label={label} onClick={() => onPan(step)}>
            <Icon {...icon} />
          </Button>
        ))
      )}
    </Disappearing>
  )
}

/** Buttons that are there only while the image is enlarged. */
function Disappearing({ onRemoved, children }: { onRemoved(): void; children: ReactNode }) {
  const group = useRef<HTMLFieldSetElement>(null)
  const latest = useRef(onRemoved)
  latest.current = onRemoved
  useLayoutEffect(() => {
    const own = group.current
    return () => {
      if (own?.contains(document.activeElement)) latest.current()
    }
  }, [])
  return (
    <fieldset ref={group} className="m-0 flex flex-wrap gap-2 border-0 p-0">
      <legend className="portal-hidden">Imagen ampliada</legend>
      {children}
    </fieldset>
  )
}

function BrightnessSlider({ value, onChange }: { value: number; onChange(brightness: number): void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      Brillo
      <input
        className="min-w-0 flex-1 accent-action"
        type="range"
        min={brightnessLimits.least}
        max={brightnessLimits.most}
        step={0.05}
        value={value}
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={({ target }) => onChange(Number(target.value))}
        // The keys of the viewer scroll through the images.
        onKeyDown={(event) => event.stopPropagation()}
      />
    </label>
  )
}

interface LooksProps {
  looks: readonly Look[]
  chosen: Look
  onChoose(look: Look): void
}

export function Looks({ looks, chosen, onChoose }: LooksProps) {
  return (
    <FilterChips
      label="Ver mejor"
      options={looks.map(({ label }) => ({ value: label, label }))}
      value={chosen.label}
      onChange={(label) => onChoose(looks.find((look) => look.label === label) ?? chosen)}
    />
  )
}
