/** The states of parts that a click does not reach: errors, what is disabled or known, loading and empty. */
import { documentType } from '@mi-portal/contract/values/document-number'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { FilesField } from '../../../ui/files-field.tsx'
import { Card, Section, Stack } from '../../../ui/layout/layout.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { PhotoField } from '../../../ui/photo-field.tsx'
import { RunField } from '../../../ui/run-field.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const ignore = () => undefined
const regions = [{ id: 1, name: 'Metropolitana de Santiago' }]
const kinds = [
  { value: 1, label: 'Para mí' },
  { value: 2, label: 'Para otra persona' },
]
const order = new File(['orden'], 'orden-medica.pdf', { type: 'application/pdf' })
const person = { header: 'Nombre', role: 'title', cell: ({ name }: { name: string }) => name } as const

/** Fields that a user has to correct. */
export function FieldErrors() {
  return (
    <Section title="Campos con error">
      <Card className="grid items-start gap-4 desktop:grid-cols-2">
        <TextField label="Nombre social" defaultValue="C" error="Escribe al menos dos letras." />
        <PasswordField label="Contraseña nueva" error="Escribe tu contraseña." />
        <RunField label="RUT" value="12345678-0" onChange={ignore} error="Ingresa un RUT válido." />
        <DocumentField
          type={documentType.passport}
          onTypeChange={ignore}
          number=""
          onNumberChange={ignore}
          error="Escribe el número de tu pasaporte."
          autoComplete="off"
        />
        <SelectField label="Región" options={regions} value="" onChange={ignore} error="Elige tu región." />
        <DateField label="Fecha del examen" value="" onChange={ignore} error="Escribe una fecha." />
        <TextArea label="Comentario" value="" onChange={ignore} error="Escribe tu comentario." />
        <SearchField label="Busca un profesional" value="" onSearch={ignore} error="Escribe tres letras." />
        <ChoiceCards
          legend="¿Para quién?"
          options={kinds}
          value={null}
          onChange={ignore}
          error="Elige una opción."
        />
        <PhotoField
          id="estado-foto"
          label="Fotografía"
          file={null}
          onChange={ignore}
          error="Elige una fotografía."
        />
      </Card>
    </Section>
  )
}

/** Fields that cannot be changed now, or that wait for something. */
export function FieldStates() {
  return (
    <Section title="Campos que no se pueden cambiar, o que esperan">
      <Card className="grid items-start gap-4 desktop:grid-cols-2">
        <TextField label="Correo de la cuenta" value="camila@ejemplo.cl" disabled />
        <PasswordField label="Contraseña actual" disabled />
        <SelectField label="Provincia" options={regions} value="" onChange={ignore} disabled />
        <SelectField label="Región elegida" options={regions} value="1" onChange={ignore} />
        <DateField label="Fecha de ingreso" value="2026-12-01" onChange={ignore} disabled />
        <DateField label="Fecha de nacimiento confirmada" value="1988-04-12" onChange={ignore} readOnly />
        <ChoiceCards legend="Tipo de paciente" options={kinds} value={1} onChange={ignore} disabled />
        <Stack gap="sm">
          <CheckBox checked={false} disabled onChange={ignore}>
            Elegir otra cosa
          </CheckBox>
          <CheckBox checked disabled onChange={ignore}>
            Elegida, y no se puede quitar
          </CheckBox>
          <Switch label="Sin cambios posibles" checked={false} disabled onChange={ignore} />
          <FileButton label="Enviar un archivo" accept="image/png" loading onFile={ignore}>
            Enviando…
          </FileButton>
        </Stack>
        <FilesField id="estado-archivos" label="Archivos elegidos" files={[order]} onChange={ignore} />
        <FilesField
          id="estado-envio"
          label="Archivos en camino"
          files={[order]}
          onChange={ignore}
          sent={0.4}
        />
        <SearchField label="Busca en la lista" value="tiroides" onSearch={ignore} />
      </Card>
    </Section>
  )
}

/** Lists and parts of pages that failed, that retry, or whose next page is loading. */
export function ListStates() {
  return (
    <Section title="Listas que fallan o esperan">
      <Stack>
        <LoadError error={new Error('No pudimos cargar tus exámenes')} onRetry={ignore} retrying />
        <ErrorNotice error={new Error('No hay conexión a internet.')} title="No pudimos guardar" />
        <PagedTable
          caption="Personas de la página siguiente"
          rows={[{ name: 'Camila Fuentes' }]}
          rowKey={({ name }) => name}
          cardHeading="h3"
          columns={[person]}
          stale
        />
        <Button fullWidth loading>
          Guardando…
        </Button>
      </Stack>
    </Section>
  )
}
