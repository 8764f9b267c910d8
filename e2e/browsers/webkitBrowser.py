"""A window of WebKitGTK that WebDriver controls and that keeps a profile. MiniBrowser, which comes with WebKitGTK, forgets
everything it stored when it ends under WebDriver, so that nothing could be shown about a browser that is killed.

Arguments: the folder of the profile, and the folder of downloads."""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, downloads = (Path(argument) for argument in sys.argv[1:3])
data = WebKit2.WebsiteDataManager(
    base_data_directory=str(profile / "data"), base_cache_directory=str(profile / "cache")
)
context = WebKit2.WebContext(website_data_manager=data)


def create_view(_session):
    settings = WebKit2.Settings(
        enable_write_console_messages_to_stdout=True,
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    )
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window(default_width=1440, default_height=900)
    window.add(view)
    window.show_all()
    return view


def choose_place(download, name):
    download.set_allow_overwrite(True)
    download.set_destination((downloads / name).as_uri())
    return True


context.connect("automation-started", lambda _context, session: session.connect("create-web-view", create_view))
context.connect("download-started", lambda _context, download: download.connect("decide-destination", choose_place))
context.set_automation_allowed(True)
Gtk.main()
