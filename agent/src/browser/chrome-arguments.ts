/** What decides about the arguments. */
export interface ChromeSituation {
  readonly profileFolder: string
  /** Whether the processes of pages are locked in. */
  readonly isSandboxed: boolean
  /** /dev/shm cannot be used: it is not there, not to be written, or smaller than pages may need. */
  readonly isSharedMemoryPoor: boolean
}

/** Parts of Chrome that ask servers of their own, ask people, or make loading a page depend on luck. */
const FEATURES_OFF = [
  'AutofillServerCommunication',
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  // Would ask https where http was meant.
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  // Whether an address may be reached is the guard's to say.
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'OptimizationHints',
  // Pages nobody asked for.
  'Prerender2',
  'SegmentationPlatform',
  'Translate',
] as const

/** Heap of a page's scripts; past it the page crashes. */
const MAX_SCRIPT_HEAP_MB = 512

/** Arguments that Chrome is started with. Nothing but a browser context's own proxy can be reached: the
 *  proxy of everything else leads nowhere, Chrome resolves no names, and WebRTC may not go around it. */
export function chromeArguments(situation: ChromeSituation): string[] {
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${situation.profileFolder}`,
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    // A port below 1024, where only the machine's owner could listen.
    '--proxy-server=http://127.0.0.1:1',
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--disable-features=${FEATURES_OFF.join(',')}`,
    // Frames of other sites are processes of their own, so that a page that breaks out of its own holds
    // nothing of theirs.
    '--site-per-process',
    '--disable-field-trial-config',
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-component-extensions-with-background-pages',
    '--disable-component-update',
    '--disable-crash-reporter',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-search-engine-choice-screen',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-pings',
    '--password-store=basic',
    '--use-mock-keychain',
    // Nobody is there to be asked.
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--disable-prompt-on-repost',
    '--mute-audio',
    // A page in the background of another one is as quick as one alone.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-gpu',
    '--hide-scrollbars',
    '--force-color-profile=srgb',
    '--lang=en-US',
    `--js-flags=--max-old-space-size=${MAX_SCRIPT_HEAP_MB}`,
    ...(situation.isSharedMemoryPoor ? ['--disable-dev-shm-usage'] : []),
    ...(situation.isSandboxed ? [] : ['--no-sandbox']),
  ]
}
