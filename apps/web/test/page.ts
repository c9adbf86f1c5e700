/** Runs before the setup of every screen test: writes the data block of the demonstration clinic, as the server does. */
import * as React from 'react'
import { inject } from 'vitest'

const block = document.createElement('script')
block.type = 'application/json'
block.id = 'portal-config'
block.textContent = JSON.stringify({ clinic: inject('clinic') })
document.head.append(block)

// React stores a stack trace with each element, for its warnings. They take a sixth of the time of these tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = Object(React)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})
