import { CallError } from '@mi-portal/contract/calls/call-error'
import { IconFileText, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/dates.ts'
import { CustomerService } from '../../ui/customer-service.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { legalPdfAddress, legalTextQuery } from './legal.queries.ts'

const titles = {
  terms: 'Términos y condiciones',
  privacy: 'Aviso de privacidad',
  accessibility: 'Accesibilidad',
  rights: 'Tus derechos',
} as const

export const TermsPage = () => <LegalTextPage kind="terms" />
export const PrivacyPage = () => <LegalTextPage kind="privacy" />
export const AccessibilityPage = () => <LegalTextPage kind="accessibility" />
export const RightsPage = () => <LegalTextPage kind="rights" />

/** Shows a text in force to everyone, with its date and version. */
function LegalTextPage({ kind }: { kind: keyof typeof titles }) {
  const query = useQuery(legalTextQuery(kind))
  const isMissing = query.error instanceof CallError && query.error.status === 404
  return (
    <div className="max-w-viewer my-0 mx-auto">
      <PageHeading title={titles[kind]}>
        {query.data && (
          <a
            className="portal-link inline-flex items-center gap-2 min-h-11"
            href={legalPdfAddress(kind)}
            target="_blank"
            rel="noopener"
          >
            <IconFileTypePdf size={20} stroke={1.75} aria-hidden />
            Descargar en PDF
          </a>
        )}
      </PageHeading>
      {isMissing ? (
        <EmptyState icon={IconFileText} title="La clínica aún no publica este texto">
          <CustomerService />
        </EmptyState>
      ) : (
        <QueryContent query={query}>
          {(text) => (
            <article className="portal-card px-8 pt-6 pb-8 max-desktop:px-4 max-desktop:pt-4 max-desktop:pb-6">
              <p className="mb-4 type-meta text-muted">
                Versión {text.version}, vigente desde el {formatDay(text.valid_from)}.
              </p>
              <RichText html={text.text} />
            </article>
          )}
        </QueryContent>
      )}
    </div>
  )
}
