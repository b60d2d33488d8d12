import type { Protocol } from 'puppeteer'

/** Events of Chrome that tell of a page's load. */
interface LoadEvents {
  'Network.requestWillBeSent': Protocol.Network.RequestWillBeSentEvent
  'Network.resourceChangedPriority': Protocol.Network.ResourceChangedPriorityEvent
  'Network.requestServedFromCache': Protocol.Network.RequestServedFromCacheEvent
  'Network.responseReceived': Protocol.Network.ResponseReceivedEvent
  'Network.responseReceivedExtraInfo': Protocol.Network.ResponseReceivedExtraInfoEvent
  'Network.dataReceived': Protocol.Network.DataReceivedEvent
  'Network.loadingFinished': Protocol.Network.LoadingFinishedEvent
  'Network.loadingFailed': Protocol.Network.LoadingFailedEvent
  'Network.webSocketCreated': Protocol.Network.WebSocketCreatedEvent
  'Network.webSocketHandshakeResponseReceived': Protocol.Network.WebSocketHandshakeResponseReceivedEvent
  'Network.webSocketFrameReceived': Protocol.Network.WebSocketFrameReceivedEvent
  'Network.webSocketFrameError': Protocol.Network.WebSocketFrameErrorEvent
  'Network.webSocketClosed': Protocol.Network.WebSocketClosedEvent
  'Page.frameNavigated': Protocol.Page.FrameNavigatedEvent
  'Page.domContentEventFired': Protocol.Page.DomContentEventFiredEvent
  'Page.loadEventFired': Protocol.Page.LoadEventFiredEvent
}

export type LoadEventName = keyof LoadEvents

/** What is called with each event. */
export type LoadHandlers<E extends LoadEventName = LoadEventName> = {
  readonly [K in E]: (event: LoadEvents[K]) => void
}
