/** A field for a publication's image, which is uploaded or given by its address. */
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { type FieldProps, LineField } from './publication-fields.tsx'
import { useStoreImage } from './publishing.queries.ts'

export function ImageField(props: { label: string; field: FieldProps; optional?: boolean }) {
  const { label, field, optional } = props
  const input = useRef<HTMLInputElement>(null)
  const upload = useStoreImage()
  return (
    <div className="grid gap-3">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Subir ${label}`}
        accept="image/png,image/jpeg"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // Allows choosing the same file again.
          event.currentTarget.value = ''
          if (file) upload.mutate(file, { onSuccess: field.onChange })
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="light"
          size="sm"
          loading={upload.isPending}
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Subir imagen
        </Button>
        {field.value !== '' && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            onClick={() => field.onChange('')}
          >
            Quitar imagen
          </Button>
        )}
      </div>
      {upload.isError && <p role="alert">{upload.error.message}</p>}
      <LineField
        label={label}
        optional={optional}
        description="Sube un archivo png o jpg, o escribe una ruta del portal o una dirección https://, cuya imagen se copia al guardar."
        field={field}
        maxLength={2000}
      />
    </div>
  )
}
