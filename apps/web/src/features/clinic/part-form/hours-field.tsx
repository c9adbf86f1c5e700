import { Button } from '../../../ui/button.tsx'
import fieldClasses from '../../../ui/fields.module.css'
import { useField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/**
 * The opening hours of a day: from and to, as many ranges as the day has. The form holds them as text such as `09:00-20:00`, one range in
 * each line. The end of a day is typed as 00:00.
 */
export function HoursField({ path, label }: { path: string; label: string }) {
  const { value: text, onChange, error } = useField({ name: path })
  const value = String(text)
  const ranges = value === '' ? [] : value.split('\n').map((range) => range.split('-'))
  const write = (changed: readonly (readonly string[])[]) =>
    onChange(changed.map(([from = '', to = '']) => `${from}-${to === '00:00' ? '24:00' : to}`).join('\n'))
  return (
    <fieldset className="grid gap-2 justify-items-start min-w-0 m-0 p-0 border-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-1 [&>legend]:font-strong">
      <legend>{label}</legend>
      {ranges.length === 0 && <p>Cerrado</p>}
      {ranges.map(([from = '', to = ''], index) => {
        const place = index + 1
        const replace = (range: readonly string[]) => write(ranges.with(index, [...range]))
        return (
          <div key={place} className="flex flex-wrap items-end gap-3">
            <TextField
              type="time"
              label={`Abre (${label}, tramo ${place})`}
              value={from}
              onChange={(event) => replace([event.currentTarget.value, to])}
            />
            <TextField
              type="time"
              label={`Cierra (${label}, tramo ${place})`}
              value={to === '24:00' ? '00:00' : to}
              onChange={(event) => replace([from, event.currentTarget.value])}
            />
            <Button
              size="sm"
              variant="default"
              aria-label={`Quitar el tramo ${place} de ${label}`}
              onClick={() => write(ranges.toSpliced(index, 1))}
            >
              Quitar
            </Button>
          </div>
        )
      })}
      {error && <p className={fieldClasses.error}>{error}</p>}
      <Button size="sm" variant="default" onClick={() => write([...ranges, ['', '']])}>
        Agregar horario del {label}
      </Button>
    </fieldset>
  )
}
