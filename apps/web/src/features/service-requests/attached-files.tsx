import type { AttachedFile, ScanState } from '@mi-portal/contract/service-requests/service-requests'
import { IconDownload } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useSaveFile } from './service-requests.queries.ts'

type AttachedFilesProps = {
  readonly label: string
  readonly files: readonly AttachedFile[]
  /** Whether to show the scan state of every file, as staff see it; patients see only what prevents a download. */
  readonly isStaff?: boolean
}

/** Files of a request or its answer, each with a download button. Paper has their names. */
export function AttachedFiles({ label, files, isStaff = false }: AttachedFilesProps) {
  const save = useSaveFile()
  const isPrinting = useIsPrinting()
  if (files.length === 0) return null
  return (
    <div>
      <ul
        className="plain-list flex flex-wrap gap-2 [&_li]:flex [&_li]:flex-wrap [&_li]:items-center [&_li]:gap-x-2 [&_li]:gap-y-1 [&_button]:h-auto [&_button]:min-h-9 [&_button]:wrap-anywhere [&_button]:text-left [&_button]:whitespace-normal"
        aria-label={label}
      >
        {files.map((file) => (
          <li key={file.url}>
            {isPrinting ? (
              file.name
            ) : (
              <>
                <Button
                  size="xs"
                  variant="light"
                  leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                  aria-label={`Descargar ${file.name}`}
                  loading={save.isPending && save.variables.url === file.url}
                  onClick={() => save.mutate(file)}
                >
                  {file.name}
                </Button>
                <ScanBadge state={file.scan_state} isStaff={isStaff} />
              </>
            )}
          </li>
        ))}
      </ul>
      {save.isError && <ErrorNotice error={save.error} />}
    </div>
  )
}

function ScanBadge({ state, isStaff }: { readonly state: ScanState; readonly isStaff: boolean }) {
  if (state === 'infected')
    return <StatusBadge look="error">Bloqueado: contiene software malicioso</StatusBadge>
  if (state === 'pending') return <StatusBadge look="attention">En revisión</StatusBadge>
  if (!isStaff) return null
  if (state === 'unscanned') return <StatusBadge look="attention">Sin revisar por un antivirus</StatusBadge>
  return <StatusBadge look="success">Revisado por el antivirus</StatusBadge>
}
