import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import { createDeadlinesService } from './deadlines.service.ts'
import { createDeadlinesStore } from './deadlines.store.ts'

export function createDeadlinesModule({ publicClinic }: { readonly publicClinic: () => PublicClinic }) {
  return {
    deadlines: createDeadlinesService({
      store: createDeadlinesStore(),
      promises: () => publicClinic().promises,
    }),
  }
}
